import type { JobHandler } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { inList, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { overConnection, untilOpen } from '../../../whatsapp/open-connection'
import { savePicture } from '../../platform/media/picture'
import { renameGroup } from './identify'
import { type ContactRow, findContactRow, toContact } from './read'

/** Milliseconds between two look-ups of a contact's picture. */
const refreshInterval = 24 * 3_600_000

const setPictureAt = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('contacts')
    .set({ pictureAt: p('now') })
    .where('id', '=', p('id')),
)
const setPicturesAt = hot<{ ids: ListParameter; now: string }>()((db, p) =>
  db
    .update('contacts')
    .set({ pictureAt: p('now') })
    .where('id', 'in', inList(p('ids'))),
)
const setPicture = hot<{ id: number; mediaId: string; now: string }>()((db, p) =>
  db
    .update('contacts')
    .set({ profilePicUrl: p('mediaId'), updatedAt: p('now') })
    .where('id', '=', p('id')),
)

/**
 * Enqueues a look-up of picture and group subject, at most once in 24 hours per contact (docs/behaviour.md, "Names and
 * pictures").
 */
export async function enqueueContactRefresh(
  scope: Scope,
  whatsappId: number,
  { id, pictureAt }: ContactRow,
  now: string,
) {
  if (!isRefreshDue(pictureAt, now)) return
  await scope.db.run(setPictureAt, { id, now })
  await scope.enqueue('contact.refresh', { contactId: id, whatsappId }, { waitsFor: untilOpen(scope, whatsappId) })
}

const isRefreshDue = (pictureAt: string | null, now: string) =>
  pictureAt === null || Date.parse(now) - Date.parse(pictureAt) >= refreshInterval

/** As `enqueueContactRefresh` for several contacts. */
export async function enqueueContactRefreshes(
  scope: Scope,
  whatsappId: number,
  contacts: readonly ContactRow[],
  now: string,
) {
  const due = new Set(contacts.filter(({ pictureAt }) => isRefreshDue(pictureAt, now)).map(({ id }) => id))
  if (due.size === 0) return
  await scope.db.run(setPicturesAt, { ids: listOf(due), now })
  const jobs = [...due].map((contactId) => ({ payload: { contactId, whatsappId } }))
  await scope.enqueueMany('contact.refresh', jobs, { waitsFor: untilOpen(scope, whatsappId) })
}

/** Job `contact.refresh`. Two attempts and low concurrency, because pictures must not delay messages. */
export const refreshContact: JobHandler<{ contactId: number; whatsappId: number }> = {
  attempts: 2,
  concurrency: 4,
  async run(scope, { contactId, whatsappId }) {
    const contact = await findContactRow(scope, contactId)
    if (!contact) return
    const { whatsapp } = scope.ports
    const { waJid } = contact
    if (contact.isGroup === 1) {
      const subject = await overConnection(scope, whatsappId, (open) => whatsapp.groupSubject(open, waJid))
      if (subject) await renameGroup(scope, contactId, subject)
    }
    await savePicture(scope, { whatsappId, jid: waJid, use: (scope, id) => replacePicture(scope, contactId, id) })
  },
}

/** Stores the new picture; the daily sweep deletes the old file. */
async function replacePicture(scope: Scope, id: number, mediaId: string) {
  const now = new Date().toISOString()
  await scope.db.run(setPicture, { id, mediaId, now })
  const row = await findContactRow(scope, id)
  if (row) scope.publish('contact', { action: 'update', contact: toContact(scope, row) })
}
