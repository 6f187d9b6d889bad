import { UserManager } from 'oidc-client-ts';

// Only hands its address to the page, so it needs no configuration.
void new UserManager({ authority: '', client_id: '', redirect_uri: '' }).signinSilentCallback();
