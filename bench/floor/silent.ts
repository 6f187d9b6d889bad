import { manager } from './session.ts';

void manager.signinSilentCallback();
