import type { Platform, Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { videoCode } from '../../../shared/video'
import { recordAuditEntry } from '../../platform/audit/record'
import type { Help, HelpChange, HelpInput } from './model'

const columns = ['id', 'title', 'video', 'description', 'updatedAt'] as const

/** All help videos, oldest first. */
export const listHelps = ({ db }: Platform): Promise<Help[]> =>
  db.selectFrom('helps').select(columns).orderBy('id').execute()

/** A help video. @throws ERR_NO_HELP_FOUND */
async function getHelp({ db }: Platform, id: number): Promise<Help> {
  const help = await db.selectFrom('helps').select(columns).where('id', '=', id).executeTakeFirst()
  if (!help) throw new AppError('ERR_NO_HELP_FOUND')
  return help
}

/** Creates a help video. @throws ERR_VALIDATION (422) for an invalid video or title */
export function createHelp(scope: Scope, outer: Platform, input: HelpInput): Promise<Help> {
  const row = { ...input, ...validColumns(input) }
  return outer.transaction(async (platform) => {
    const help = await platform.db.insertInto('helps').values(row).returning(columns).executeTakeFirstOrThrow()
    await auditChange(scope, platform, 'create', null, help)
    return help
  })
}

/** Changes a help video. @throws ERR_NO_HELP_FOUND (404), ERR_VALIDATION (422) for an invalid video or title */
export function updateHelp(scope: Scope, outer: Platform, id: number, change: HelpChange): Promise<Help> {
  const values = { ...change, ...validColumns(change), updatedAt: new Date().toISOString() }
  return outer.transaction(async (platform) => {
    const before = await getHelp(platform, id)
    await platform.db.updateTable('helps').set(values).where('id', '=', id).execute()
    const help = await getHelp(platform, id)
    await auditChange(scope, platform, 'update', before, help)
    return help
  })
}

/** Deletes a help video. @throws ERR_NO_HELP_FOUND */
export function deleteHelp(scope: Scope, outer: Platform, id: number) {
  return outer.transaction(async (platform) => {
    const help = await getHelp(platform, id)
    await platform.db.deleteFrom('helps').where('id', '=', id).execute()
    await auditChange(scope, platform, 'delete', help, null)
    return { id }
  })
}

function validColumns({ video, title }: HelpChange) {
  const code = video === undefined ? undefined : videoCode(video)
  if (code === null) throw new AppError('ERR_VALIDATION', { fields: ['video'] })
  if (title !== undefined && title.trim().length < 2) throw new AppError('ERR_VALIDATION', { fields: ['title'] })
  return { ...(code !== undefined && { video: code }), ...(title !== undefined && { title: title.trim() }) }
}

async function auditChange(scope: Scope, platform: Platform, action: string, before: Help | null, after: Help | null) {
  const { id, title: name } = (after ?? before) as Help
  const { viewer: actor, address } = scope
  await recordAuditEntry(
    { db: platform.tenant(scope.companyId), actor, address },
    { action, entity: 'help', entityId: id, name, before, after },
  )
}
