import type { Store } from '../src/core/storage/db'

/** Makes every ready job due now, whatever its `runAt`. */
export const makeJobsDue = (store: Store) =>
  store.write(async ({ kysely }) => {
    await kysely.updateTable('jobs').set({ runAt: '2020' }).where('state', '=', 'ready').execute()
    await kysely.updateTable('ready_groups').set({ readyAt: '2020' }).execute()
  })
