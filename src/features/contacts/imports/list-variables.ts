import type { Scope } from '../../../core/scope'
import { parseJson } from '../../../shared/json'
import { limits } from '../../../shared/limits'
import { publishContactList } from '../lists/service'

/** Adds names to the variables of a list, which texts of campaigns may use; those beyond the maximum are left out. */
export function addListVariables(outer: Scope, contactListId: number, names: string[]) {
  if (names.length === 0) return
  return outer.transaction(async (scope) => {
    const row = await scope.db
      .select('contact_lists')
      .select('variables')
      .where('id', '=', contactListId)
      .executeTakeFirst()
    const storedNames = row ? (parseJson(row.variables) as string[]) : names
    const all = [...new Set([...storedNames, ...names])].slice(0, limits.listVariables)
    if (all.length === storedNames.length) return
    const change = { variables: JSON.stringify(all) }
    await scope.db.update('contact_lists').set(change).where('id', '=', contactListId).execute()
    await publishContactList(scope, contactListId)
  })
}
