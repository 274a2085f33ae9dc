import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import { limits } from '../../../../shared/limits'
import { isNumbered, optionText } from '../../../../shared/option-menu'
import { getFileList } from '../../../inbox/file-lists/read'
import { recordAuditEntry } from '../../../platform/audit/record'
import { getQueue } from '../service'
import type { QueueOption, QueueOptionInput, QueueOptionOrder, QueueOptionPatch, QueueOptionQuery } from './model'

const optionRows = (scope: Scope) =>
  scope.db
    .select('queue_options')
    .leftJoin('file_lists', 'file_lists.id', 'queue_options.fileListId')
    .select(['queue_options.id', 'queueId', 'parentId', 'option', 'title', 'queue_options.message'])
    .select(['nextQueueId', 'fileListId', 'file_lists.name as fileListName'])

/** Returns options in the order of the menu: all of a queue, or those of one menu. @throws ERR_NO_QUEUE_FOUND */
export async function listOptions(scope: Scope, { queueId, parentId }: QueueOptionQuery): Promise<QueueOption[]> {
  if (queueId !== undefined) await getQueue(scope, queueId)
  let found = optionRows(scope)
  if (queueId !== undefined) found = found.where('queueId', '=', queueId)
  if (parentId !== undefined) found = found.where('parentId', 'is', parentId < 1 ? null : parentId)
  return found.orderBy('orderOption').orderBy('queue_options.id').execute()
}

/** Returns an option. @throws ERR_NO_OPTION_FOUND, also for another company's */
async function getOption(scope: Scope, id: number): Promise<QueueOption> {
  const option = await optionRows(scope).where('queue_options.id', '=', id).executeTakeFirst()
  if (!option) throw new AppError('ERR_NO_OPTION_FOUND')
  return option
}

/**
 * Adds an option at the end of its menu.
 * @throws ERR_NO_QUEUE_FOUND, ERR_NO_OPTION_FOUND, ERR_NO_FILE_FOUND, ERR_OPTION_ALREADY_EXISTS, ERR_TOO_MANY_OPTIONS
 */
export function createOption(outer: Scope, input: QueueOptionInput): Promise<QueueOption> {
  return outer.transaction(async (scope) => {
    const { queueId, parentId = null, message = '', nextQueueId = null, fileListId = null } = input
    const all = await listOptions(scope, { queueId })
    if (parentId !== null && !all.some(({ id }) => id === parentId)) throw new AppError('ERR_NO_OPTION_FOUND')
    await assertTargetsExist(scope, input)
    const menu = all.filter((each) => each.parentId === parentId)
    if (all.length >= limits.optionsPerQueue || menu.length >= limits.optionsPerMenu)
      throw new AppError('ERR_TOO_MANY_OPTIONS')
    const option = checkedOption(input.option || nextNumber(menu), menu)
    const row = {
      queueId,
      parentId,
      option,
      title: titleOf(input.title),
      message,
      nextQueueId,
      fileListId,
      orderOption: menu.length + 1,
    }
    const { id } = await scope.db.insert('queue_options', row).returning('id').executeTakeFirstOrThrow()
    const made = await getOption(scope, id)
    await recordAuditEntry(scope, {
      action: 'create',
      entity: 'queueOption',
      entityId: id,
      name: made.title,
      after: auditFields(made),
    })
    await publishQueue(scope, queueId)
    return made
  })
}

/** Changes an option. @throws ERR_NO_OPTION_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_FILE_FOUND, ERR_OPTION_ALREADY_EXISTS */
export function updateOption(outer: Scope, id: number, patch: QueueOptionPatch) {
  const { title, option, message, nextQueueId, fileListId } = patch
  return outer.transaction(async (scope) => {
    const before = await getOption(scope, id)
    await assertTargetsExist(scope, patch)
    const menu = (await menuOf(scope, before)).filter((each) => each.id !== id)
    const values = {
      ...(title !== undefined && { title: titleOf(title) }),
      ...(option && { option: checkedOption(option, menu) }),
      ...(message !== undefined && { message }),
      ...(nextQueueId !== undefined && { nextQueueId }),
      ...(fileListId !== undefined && { fileListId }),
      updatedAt: new Date().toISOString(),
    }
    await scope.db.update('queue_options').set(values).where('id', '=', id).execute()
    const after = await getOption(scope, id)
    await recordAuditEntry(scope, {
      action: 'update',
      entity: 'queueOption',
      entityId: id,
      name: after.title,
      before: auditFields(before),
      after: auditFields(after),
    })
    await publishQueue(scope, before.queueId)
    return after
  })
}

/** @throws ERR_NO_QUEUE_FOUND, ERR_NO_FILE_FOUND */
async function assertTargetsExist(scope: Scope, { nextQueueId, fileListId }: QueueOptionPatch) {
  if (nextQueueId) await getQueue(scope, nextQueueId)
  if (fileListId) await getFileList(scope, fileListId)
}

/** Fields for the audit log, with the name of the list of files. */
const auditFields = ({ fileListId: _, fileListName: fileList, ...option }: QueueOption) => ({ ...option, fileList })

/** Deletes an option and the menus behind it; later options are renumbered. @throws ERR_NO_OPTION_FOUND */
export function deleteOption(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const before = await getOption(scope, id)
    await scope.db.delete('queue_options').where('id', '=', id).execute()
    await renumber(scope, await menuOf(scope, before))
    await recordAuditEntry(scope, {
      action: 'delete',
      entity: 'queueOption',
      entityId: id,
      name: before.title,
      before: auditFields(before),
    })
    await publishQueue(scope, before.queueId)
    return { id }
  })
}

/**
 * Orders one menu: numbered options are renumbered, words stay. Options not given come last. @throws
 * ERR_NO_OPTION_FOUND
 */
export function orderOptions(outer: Scope, { queueId, parentId, ids }: QueueOptionOrder): Promise<QueueOption[]> {
  return outer.transaction(async (scope) => {
    const { name } = await getQueue(scope, queueId)
    const menu = await menuOf(scope, { queueId, parentId })
    const unknown = ids.some((id) => !menu.some((each) => each.id === id))
    if (unknown) throw new AppError('ERR_NO_OPTION_FOUND')
    const order = [...new Set([...ids, ...menu.map(({ id }) => id)])]
    const ordered = order.map((id) => menu.find((each) => each.id === id) as QueueOption)
    await renumber(scope, ordered)
    const titles = (lines: QueueOption[]) => ({ order: lines.map(({ title }) => title) })
    await recordAuditEntry(scope, {
      action: 'update',
      entity: 'queueOption',
      entityId: parentId,
      name,
      before: titles(menu),
      after: titles(ordered),
    })
    await publishQueue(scope, queueId)
    return menuOf(scope, { queueId, parentId })
  })
}

const menuOf = (scope: Scope, { queueId, parentId }: Pick<QueueOption, 'queueId' | 'parentId'>) =>
  listOptions(scope, { queueId, parentId: parentId ?? -1 })

/** Sets the positions of the options, and numbers the numbered ones from 1. */
async function renumber(scope: Scope, lines: QueueOption[]) {
  let next = 1
  const positions = lines.map(({ id, option }, at) => ({
    id,
    orderOption: at + 1,
    option: isNumbered(option) ? `${next++}` : option,
  }))
  // Sets temporary values first: a unique index forbids equal options even between two statements.
  for (const { id } of positions)
    await scope.db
      .update('queue_options')
      .set({ option: `~${id}` })
      .where('id', '=', id)
      .execute()
  for (const { id, ...values } of positions)
    await scope.db.update('queue_options').set(values).where('id', '=', id).execute()
}

const nextNumber = (menu: QueueOption[]) =>
  `${Math.max(0, ...menu.filter(({ option }) => isNumbered(option)).map(({ option }) => Number(option))) + 1}`

function checkedOption(typed: string, menu: QueueOption[]): string {
  const option = typed.trim()
  if (!optionText.test(option)) throw new AppError('ERR_VALIDATION', { fields: ['option'] })
  const duplicate = menu.find((each) => each.option.toLowerCase() === option.toLowerCase())
  if (duplicate) throw new AppError('ERR_OPTION_ALREADY_EXISTS', { name: duplicate.title })
  return option
}

function titleOf(typed: string): string {
  const title = typed.trim()
  if (title === '') throw new AppError('ERR_VALIDATION', { fields: ['title'] })
  return title
}

/** Publishes the queue, because its menu is part of it. */
async function publishQueue(scope: Scope, queueId: number) {
  scope.publish('queue', { action: 'update', queue: await getQueue(scope, queueId) })
}
