// Workers as surfaces show them: who can be talked to.

import type { Worker } from '../views.js'
import type { WorkerPackage } from './packages.js'
import type { TalkHost } from './ports.js'
import { packagesOf } from './shared.js'

export async function workers(host: Pick<TalkHost, 'home'>): Promise<readonly Worker[]> {
  return (await packagesOf(host)).workers.map(asWorker)
}

function asWorker({ packageName, identity, checkoutScope, model }: WorkerPackage): Worker {
  const { name, displayTitle, description, guidance } = identity
  return {
    name: packageName,
    displayName: name,
    displayTitle,
    description,
    guidance,
    checkout: checkoutScope,
    model,
  }
}
