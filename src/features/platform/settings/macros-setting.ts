import { assertRowsExist } from '../../../core/storage/assert-rows-exist'
import type { TenantDb } from '../../../core/storage/tenant'
import { parseMacros } from '../../../shared/macros'

/**
 * Checks that tags and queues of new macros belong to the company. Ids that the setting has already may have been deleted
 * since: all macros are stored together, and one of them must not prevent the others from changing.
 * @throws ERR_NO_TAG_FOUND, ERR_NO_QUEUE_FOUND
 */
export async function assertMacroIdsExist(db: TenantDb, stored: string, newValue: string) {
  const [before, after] = [idsOf(stored), idsOf(newValue)]
  for (const table of ['tags', 'queues'] as const)
    await assertRowsExist(
      db,
      table,
      after[table].filter((id) => !before[table].includes(id)),
    )
}

function idsOf(setting: string): Record<'tags' | 'queues', number[]> {
  const actions = (parseMacros(setting) ?? []).flatMap((macro) => macro.actions)
  return {
    tags: actions.flatMap((action) => (action.kind === 'tag' ? [action.tagId] : [])),
    queues: actions.flatMap((action) => (action.kind === 'transfer' ? [action.queueId] : [])),
  }
}
