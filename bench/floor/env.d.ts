interface ImportMetaEnv {
  /** The issuer. */
  readonly VITE_AUTHORITY: string;
  /** The service's origin. */
  readonly VITE_SERVICE: string;
}
