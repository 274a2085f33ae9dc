import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { colors } from '../../../shared/palette'
import { can } from '../../../shared/permissions'
import { foldText } from '../../../shared/text'
import type { Tag, TagInput } from './model'
import { findTagByName, getTag, listAllTags, listLanes } from './read'

/**
 * Creates a tag.
 * @param hasBoard whether the company's plan has lanes; other tags need no plan
 * @throws ERR_TAG_NAME_ALREADY_EXISTS, ERR_TOO_MANY_TAGS, ERR_NO_PERMISSION for a lane without `tag:kanban` or without
 *   the board
 */
export function createTag(outer: Scope, input: TagInput, hasBoard = true): Promise<Tag> {
  return outer.transaction(async (scope) => {
    const all = await listAllTags(scope)
    if (all.length >= limits.tags) throw new AppError('ERR_TOO_MANY_TAGS', { limit: limits.tags })
    const { kanban = 0, color = freeColor(all) } = input
    if (kanban === 1) assertMayEditLanes(scope, hasBoard)
    const names = await nameOf(scope, input.name, null)
    const orderTag = input.orderTag ?? ((await listLanes(scope)).at(-1)?.orderTag ?? 0) + 1
    const { id } = await scope.db
      .insert('tags', { ...names, color, kanban, orderTag, userId: scope.viewer.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tag = await getTag(scope, id)
    scope.publish('tag', { action: 'create', tag })
    return tag
  })
}

/** Changes a tag. @throws ERR_NO_TAG_FOUND, and as createTag */
export function updateTag(
  outer: Scope,
  id: number,
  { name, ...input }: Partial<TagInput>,
  hasBoard = true,
): Promise<Tag> {
  return outer.transaction(async (scope) => {
    const before = await getTag(scope, id)
    if (input.kanban !== undefined && input.kanban !== before.kanban)
      assertMayEditLanes(scope, hasBoard || input.kanban === 0)
    if (input.orderTag !== undefined && input.orderTag !== before.orderTag) assertMayEditLanes(scope)
    const names = name === undefined ? {} : await nameOf(scope, name, id)
    const updatedAt = new Date().toISOString()
    await scope.db
      .update('tags')
      .set({ ...input, ...names, updatedAt })
      .where('id', '=', id)
      .execute()
    const tag = await getTag(scope, id)
    scope.publish('tag', { action: 'update', tag })
    return tag
  })
}

/**
 * Deletes a tag and removes it from its tickets. @throws ERR_NO_TAG_FOUND, ERR_NO_PERMISSION for a lane without
 * `tag:kanban`, ERR_TAG_IN_USE with the names of the flows that name it, and of the scheduled and running campaigns to
 * its contacts or with follow-ups that it ends
 */
export function deleteTag(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    if ((await getTag(scope, id)).kanban === 1) assertMayEditLanes(scope)
    const flows = (await scope.call('flowsNaming', { kind: 'tag', id })).flat()
    const campaigns = (await scope.call('campaignsNaming', { kind: 'tag', id })).flat()
    if (flows.length + campaigns.length > 0) throw new AppError('ERR_TAG_IN_USE', { flows, campaigns })
    await scope.db.update('campaigns').set({ tagId: null }).where('tagId', '=', id).execute()
    await scope.db.update('campaign_steps').set({ endTagId: null }).where('endTagId', '=', id).execute()
    await scope.db.delete('tags').where('id', '=', id).execute()
    scope.publish('tag', { action: 'delete', tagId: id })
    return { id }
  })
}

/** Orders the lanes from left to right; lanes not given come after them. @throws ERR_NO_TAG_FOUND */
export function orderLanes(outer: Scope, ids: number[]): Promise<Tag[]> {
  return outer.transaction(async (scope) => {
    const order = [...new Set([...ids, ...(await listLanes(scope)).map(({ id }) => id)])]
    for (const [at, id] of order.entries()) {
      if ((await getTag(scope, id)).orderTag === at + 1) continue
      await scope.db
        .update('tags')
        .set({ orderTag: at + 1 })
        .where('id', '=', id)
        .execute()
      scope.publish('tag', { action: 'update', tag: await getTag(scope, id) })
    }
    return listLanes(scope)
  })
}

/** Lanes are shared by the whole company, so changing them requires `tag:kanban`. @throws ERR_NO_PERMISSION */
function assertMayEditLanes(scope: Scope, hasBoard = true) {
  if (!hasBoard || !can(scope.viewer, 'tag:kanban')) throw new AppError('ERR_NO_PERMISSION')
}

async function nameOf(scope: Scope, typed: string, id: number | null) {
  const name = typed.trim()
  const searchText = foldText(name)
  if (name.length < limits.tagName.min || searchText === '') throw new AppError('ERR_VALIDATION', { fields: ['name'] })
  const duplicate = await findTagByName(scope, searchText)
  if (duplicate !== undefined && duplicate !== id) throw new AppError('ERR_TAG_NAME_ALREADY_EXISTS')
  return { name, searchText }
}

/** Returns the first colour that no tag uses, else one in turn. */
function freeColor(tags: Tag[]): string {
  const used = new Set(tags.map(({ color }) => color))
  return colors.find((color) => !used.has(color)) ?? (colors[tags.length % colors.length] as string)
}
