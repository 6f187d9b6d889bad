import { readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { parse, parseAllDocuments } from 'yaml';
import { productionHeaders } from './headers.ts';
import { readSettings } from './settings.ts';

const text = (path: string): string => readFileSync(path, 'utf8');
const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };

test('the compose file and its Keycloak realm agree', async () => {
  const { services } = parse(text('deploy/compose.yaml')) as {
    services: { console: { ports: string[]; environment: Record<string, string>; read_only: boolean } };
  };
  const { environment, ports, read_only } = services.console;
  expect(read_only).toBe(true);
  const env = Object.fromEntries(
    // As compose does if the variable is not set.
    Object.entries(environment).map(([name, value]) => [name, value.replace(/^\$\{\w+:-(.*)\}$/, '$1')]),
  );
  const { base, configText } = await readSettings(env, undefined);
  const { oidc } = JSON.parse(configText) as { oidc: { authority: string; clientId: string } };
  const origin = `http://localhost:${ports[0]?.split(':')[1]}`;

  const realm = JSON.parse(text('deploy/keycloak-realm.json')) as {
    realm: string;
    clients: {
      clientId: string;
      publicClient: boolean;
      redirectUris: string[];
      webOrigins: string[];
      attributes: Record<string, string>;
    }[];
  };
  expect(oidc.authority.endsWith(`/realms/${realm.realm}`)).toBe(true);
  expect(realm.clients).toEqual([
    expect.objectContaining({
      clientId: oidc.clientId,
      publicClient: true,
      redirectUris: [`${origin}${base}auth/callback`, `${origin}${base}auth/silent`],
      webOrigins: [origin],
      attributes: {
        'pkce.code.challenge.method': 'S256',
        'post.logout.redirect.uris': `${origin}${base}`,
      },
    }),
  ]);
});

const kubernetes = () =>
  parseAllDocuments(text('deploy/kubernetes.yaml')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Record<string, unknown>;
  });

test('the Kubernetes example has a valid configuration', async () => {
  const [map, , service] = kubernetes();
  const { data } = map as { data: Record<string, string> };
  await readSettings({}, data['config.json']);
  expect(service).toMatchObject({ kind: 'Service' });
});

test('the Kubernetes example runs without privileges', () => {
  const [, deployment] = kubernetes();
  const { spec } = (deployment as { spec: { template: { spec: Record<string, unknown> } } }).spec.template;
  const [container] = spec['containers'] as Record<string, unknown>[];
  expect(spec).toMatchObject({ enableServiceLinks: false, securityContext: { runAsNonRoot: true } });
  expect(container).toMatchObject({
    ports: [{ containerPort: 8080 }],
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    readinessProbe: { httpGet: { path: '/healthz' } },
    livenessProbe: { httpGet: { path: '/healthz' } },
    volumeMounts: [{ mountPath: '/etc/console' }, { mountPath: '/tmp' }],
  });
  expect(text('deploy/start.sh')).toContain('/etc/console/config.json');
});

test('the Kubernetes example keeps a pod that answers', () => {
  const [, deployment, , budget] = kubernetes();
  expect(deployment).toMatchObject({
    spec: {
      strategy: { rollingUpdate: { maxUnavailable: 0 } },
      template: {
        spec: {
          topologySpreadConstraints: [{ topologyKey: 'kubernetes.io/hostname' }],
          containers: [{ image: expect.stringMatching(/@sha256:/), lifecycle: { preStop: {} } }],
        },
      },
    },
  });
  expect(budget).toMatchObject({ kind: 'PodDisruptionBudget', spec: { minAvailable: 1 } });
});

const WORKFLOWS = ['.github/workflows/ci.yml', '.github/workflows/release.yml'];

test('workflows run scripts that exist', () => {
  for (const path of WORKFLOWS) {
    const workflow = text(path);
    expect(parse(workflow)).toHaveProperty('jobs');
    const named = [...workflow.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  }
});

test('workflows pin each action to a commit', () => {
  for (const path of WORKFLOWS)
    for (const [, action] of text(path).matchAll(/uses: (\S+)/g)) expect(action).toMatch(/@[\da-f]{40}$/);
});

test('the docs show the headers that are sent', () => {
  const { 'Cache-Control': _, ...headers } = productionHeaders({
    origins: {
      script: ["'sha256-1…'", "'sha256-2…'"],
      connect: ['https://login.example', 'https://voice.example'],
      frame: ['https://login.example'],
    },
    path: '/',
  });
  const block = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  expect(text('docs/deployment.md')).toContain(`\`\`\`\n${block.join('\n')}\n\`\`\``);
});
