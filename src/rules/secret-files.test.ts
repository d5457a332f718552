// Which files hold secrets by their name or kind, and which only sound like it.

import { describe, expect, test } from 'vitest'
import { secretByContent, secretByName } from './secret-files.js'

describe('a file that holds secrets', () => {
  test.each([
    '.env',
    'app/.env.local',
    '.ENV.production',
    'deploy/prod.env',
    '.envrc',
    'certs/server.pem',
    'tls.key',
    'store.p12',
    'id_rsa',
    'keys/id_ed25519',
    'id_deploy',
    '.ssh/work',
    '.netrc',
    '.git-credentials',
    '.pypirc',
    'home/.aws/credentials',
    '.kube/config',
    'kubeconfig',
    '.docker/config.json',
    '.cargo/credentials.toml',
  ])('is known by its name: %s', (path) => {
    expect(secretByName(path)).not.toBeNull()
  })

  test.each([
    '.env.example',
    'config/.env.sample',
    'env.ts',
    'src/environment.ts',
    'id_map.ts',
    'src/id_generator.py',
    'id_rsa.pub',
    '.ssh/config',
    '.ssh/known_hosts',
    'keyboard.ts',
    'docs/keys.md',
    'kube/config.ts',
    'src/credentials.ts',
    'monkey',
  ])('is not one that only sounds like it: %s', (path) => {
    expect(secretByName(path)).toBeNull()
  })

  test('is known by what it holds where the name alone does not say it', () => {
    expect(secretByContent('.npmrc', 'registry=https://r/\n')).toBeNull()
    expect(secretByContent('.npmrc', '//r/:_authToken=abc\n')).not.toBeNull()
    expect(secretByContent('.git/config', '[core]\n\tbare = false\n')).toBeNull()
    expect(
      secretByContent('.git/config', '[http]\n\textraheader = AUTHORIZATION: basic eA==\n'),
    ).not.toBeNull()
    expect(secretByContent('.git/config', '[remote "o"]\n\turl = https://ada:pass@host/x\n')).not.toBeNull()
    expect(secretByContent('src/config', 'extraheader')).toBeNull()
  })
})
