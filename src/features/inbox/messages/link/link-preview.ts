import type { JobHandler } from '../../../../core/jobs/job'
import { log } from '../../../../core/log'
import { type SafeFetchOptions, safeFetch } from '../../../../core/net/safe-fetch'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { parseJson } from '../../../../shared/json'
import { oneLine } from '../../../../shared/text'
import { isEnabled } from '../../../platform/settings/service'
import type { LinkPreview } from '../model'
import { publishMessage } from '../publish-message'
import type { ReceiveListener } from '../receive/listener'

/** Time in ms for which a fetched preview is reused. */
const maxPreviewAge = 7 * 24 * 3_600_000

const cachedPreview = hot<{ url: string; since: string }>()((db, p) =>
  db.select('link_previews').select('preview').where('url', '=', p('url')).where('fetchedAt', '>=', p('since')),
)
const upsertPreview = hot<{ url: string; preview: string | null; now: string }>()((db, p) =>
  db
    .insert('link_previews', { url: p('url'), preview: p('preview'), fetchedAt: p('now') })
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'url']).doUpdateSet({ preview: p('preview'), fetchedAt: p('now') }),
    ),
)
const messageOf = hot<{ id: number }>()((db, p) =>
  db.select('messages').select(['body', 'detail', 'isDeleted']).where('id', '=', p('id')),
)
const setDetail = hot<{ id: number; detail: string; now: string }>()((db, p) =>
  db
    .update('messages')
    .set({ detail: p('detail'), updatedAt: p('now') })
    .where('id', '=', p('id')),
)

const link = /\bhttps?:\/\/[^\s<>"']{3,2000}[^\s<>"'.,;:!?)\]}*_~]/i
/** Returns the first http or https address in a text. */
export const firstLink = (body: string): string | undefined => link.exec(body)?.[0]

/** Enqueues the preview of a message's first link. Call within the transaction that stores the message. */
export async function enqueuePreview(
  scope: Scope,
  messageId: number,
  { mediaType, body }: { mediaType: string; body: string },
) {
  if (mediaType !== 'chat' || !firstLink(body) || !(await isEnabled(scope.db, 'linkPreviews'))) return
  await scope.enqueue('message.preview', { messageId })
}

/**
 * Adds the page's title, description and picture to the message. A page that cannot be read is not an error: no preview
 * is shown.
 */
export const previewLink: JobHandler<{ messageId: number }> = {
  attempts: 1,
  concurrency: 8,
  timeoutSeconds: 30,
  run: (scope, { messageId }) => showPreview(scope, messageId),
}

/** Stores the preview of a message's first link and publishes the message. Network; never call inside a transaction. */
export async function showPreview(scope: Scope, messageId: number, options: SafeFetchOptions = {}) {
  const message = await scope.db.first(messageOf, { id: messageId })
  const url = message && message.isDeleted === 0 ? firstLink(message.body) : undefined
  if (!url) return
  const since = new Date(Date.now() - maxPreviewAge).toISOString()
  const cached = await scope.db.first(cachedPreview, { url, since })
  if (!cached && !scope.ports.budgets.trySpend('linkPreview', scope.companyId)) return // shown without a preview
  const preview = cached ? cached.preview && parseJson(cached.preview) : await fetchPreview(scope, url, options)
  await scope.transaction(async (scope) => {
    const now = new Date().toISOString()
    if (!cached) await scope.db.run(upsertPreview, { url, preview: preview && JSON.stringify(preview), now })
    const { detail, body } = (await scope.db.first(messageOf, { id: messageId })) ?? { detail: null, body: '' }
    if (!preview || firstLink(body) !== url) return
    await scope.db.run(setDetail, {
      id: messageId,
      detail: JSON.stringify({ ...parseJson(detail ?? '{}'), link: preview }),
      now,
    })
    await publishMessage(scope, messageId)
  })
}

async function fetchPreview(scope: Scope, address: string, options: SafeFetchOptions): Promise<LinkPreview | null> {
  try {
    const { url, answer, bytes } = await safeFetch(address, options)
    if (!answer.ok || !(answer.headers.get('content-type') ?? '').startsWith('text/html')) return null
    const { ports, companyId } = scope
    const { title, description, site, image } = await ports.parsers.run(companyId, 'page.read', { bytes })
    if (title === '') return null
    const thumbnail = image ? await fetchPicture(scope, new URL(image, url).href, options) : undefined
    return {
      url: address,
      title: oneLine(title, 200),
      description: oneLine(description, 300),
      site: oneLine(site || url.hostname, 80),
      ...(thumbnail && { thumbnail }),
    }
  } catch (err) {
    log.debug({ err }, 'a link preview was not fetched')
    return null
  }
}

const pictureBytes = 2 * 1024 * 1024
const small = { maxPixels: 20_000_000, side: 160, quality: 70 }

/** Re-encodes the picture small, so that no byte of the foreign file reaches a browser. */
async function fetchPicture({ ports, companyId }: Scope, address: string, options: SafeFetchOptions) {
  try {
    const { answer, bytes } = await safeFetch(address, { ...options, accept: 'image/*', maxBytes: pictureBytes })
    if (!answer.ok || bytes.byteLength >= pictureBytes) return
    return (await ports.parsers.run(companyId, 'picture.shrink', { bytes, ...small })).dataUrl
  } catch {
    return
  }
}

/** Has the first link of a received message shown with its page's title and picture. */
export const linkPreviewListener: ReceiveListener = ({ scope }) => ({
  stored: ({ item, id }) => enqueuePreview(scope, id, item),
})
