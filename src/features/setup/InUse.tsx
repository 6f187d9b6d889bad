import type { Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { CodeBlock } from '#src/ui/CodeBlock.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Fold } from '#src/ui/Fold.tsx';

/** The configuration holds no secret: everyone can read config.json. */
export const listInUse = (config: Config | undefined): { label: string; value: string }[] => {
  const { version = 'development', build = 'none' } = document.documentElement.dataset;
  return [
    { label: 'Version', value: version },
    { label: 'Build', value: build },
    { label: 'Base path', value: BASE },
    ...(config
      ? [
          { label: 'Issuer', value: config.oidc.authority },
          { label: 'Client ID', value: config.oidc.clientId },
          { label: 'Scopes', value: config.oidc.scope },
          { label: 'Service', value: config.api.baseUrl || location.origin },
        ]
      : []),
  ];
};

export const formatConfig = (config: Config): string => JSON.stringify(config, null, 2);

export const InUse = ({ config }: { config: Config | undefined }) => (
  <section>
    <h2>In use</h2>
    <DescriptionList items={listInUse(config)} />
    {config && (
      <Fold summary="Configuration with defaults">
        <CodeBlock text={formatConfig(config)} json label="Configuration with defaults" />
      </Fold>
    )}
  </section>
);
