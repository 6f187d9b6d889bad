import { Fold } from '#src/ui/Fold.tsx';

const SYMPTOMS: readonly { symptom: string; advice: string }[] = [
  {
    symptom: 'The issuer shows an error page of its own',
    advice:
      'Register the redirect addresses above, letter by letter. http and https, localhost and 127.0.0.1, with and without www are different. If it names the client, correct oidc.clientId.',
  },
  {
    symptom: 'The sign-in page comes back after every sign-in',
    advice:
      'The web server redirects auth/callback, for example to add a slash or to drop the query. It must answer with index.html at exactly that address. Or the console has two names: redirect one to the other.',
  },
  {
    symptom: 'A reload asks for a sign-in',
    advice:
      'See “Silent sign-in” in the results. Browsers withhold cookies of another site in frames: put the issuer and the console on one site. Or set oidc.tokenStorage to "session".',
  },
  {
    symptom: 'After the sign-in, the service refuses everything',
    advice:
      'The token is not for the service. Ask for its audience: set oidc.resource, oidc.scope or oidc.authorizationParams.',
  },
  {
    symptom: 'Some requests work and others never get an answer',
    advice:
      'The service does not allow this page all it needs (CORS): the methods GET, POST and DELETE, the headers Authorization, Content-Type and Accept, on error answers too.',
  },
  {
    symptom: 'The page is blank, or a part could not be loaded',
    advice:
      'Not all files of one build are on the server, or a proxy changes scripts or styles. The browser’s own console (F12) names the file.',
  },
];

export const Symptoms = () => (
  <section>
    <h2>Symptoms</h2>
    {SYMPTOMS.map(({ symptom, advice }) => (
      <Fold key={symptom} summary={symptom}>
        <p className="second">{advice}</p>
      </Fold>
    ))}
  </section>
);
