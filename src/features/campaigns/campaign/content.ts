import { BoundedCache } from '../../../core/bounded-cache'
import type { Ports } from '../../../core/ports'
import type { Scope } from '../../../core/scope'
import { zoneOrDefault } from '../../../core/time'
import { limits } from '../../../shared/limits'
import { replaceVariables } from '../../../shared/variables'
import { readFilesToSend } from '../../inbox/file-lists/read-files'
import { cutToMessage } from '../../inbox/messages/send/variables'
import { companyLanguage } from '../../platform/company/language'
import { timeZoneOf } from '../../platform/company/time-zone'
import { getFile } from '../../platform/media/files'
import { type PreparedFile, prepareFile } from '../../platform/media/prepare'

/** One message of a campaign to a recipient. */
export interface CampaignPart {
  body: string
  file: PreparedFile | null
}

/** Files and texts of a campaign beside its own text. */
interface Attachments {
  media: PreparedFile | null
  list: { message: string; files: PreparedFile[] } | null
}

type Cache = BoundedCache<string, Promise<Attachments>>

/** Files of running campaigns, read once and not for each recipient; a changed campaign has another key. */
const caches = new WeakMap<Ports, Cache>()

function cacheOf({ ports }: Scope): Cache {
  const cache = caches.get(ports) ?? new BoundedCache<string, Promise<Attachments>>(100, { ttl: 10 * 60_000 })
  caches.set(ports, cache)
  return cache
}

interface CampaignFiles {
  id: number
  mediaId: string | null
  fileListId: number | null
  updatedAt: string
}

/** Text for a person, filled in, and the name for the text of the file list. */
interface Addressed {
  text: string
  name: string
}

/**
 * Returns the messages to a recipient in their order: the file with the text as its caption, else the text; then the
 * text of the file list, then its files. A text too long for a caption follows the file.
 * @throws ERR_NO_MEDIA_FOUND for a deleted file
 */
export async function readParts(
  scope: Scope,
  campaign: CampaignFiles,
  { text, name }: Addressed,
): Promise<CampaignPart[]> {
  const { media, list } = await readAttachments(scope, campaign)
  const listText = list ? await fillListText(scope, list.message, name) : ''
  return [
    ...textParts(media, text),
    ...(listText.trim() === '' ? [] : [{ body: listText, file: null }]),
    ...(list?.files ?? []).map((file) => ({ body: '', file })),
  ]
}

/** Text of a file list for a person, with the variables of the company's other texts, as menus send it. */
async function fillListText(scope: Scope, text: string, contactName: string): Promise<string> {
  if (!text.includes('{{')) return text
  const timeZone = zoneOrDefault(await timeZoneOf(scope))
  const language = await companyLanguage(scope)
  return cutToMessage(replaceVariables(text, { contactName, ticket: null, timeZone, now: new Date(), language }))
}

function textParts(media: PreparedFile | null, text: string): CampaignPart[] {
  if (media === null || text.length <= limits.caption.max) return [{ body: text, file: media }]
  return [
    { body: '', file: media },
    { body: text, file: null },
  ]
}

function readAttachments(scope: Scope, campaign: CampaignFiles): Promise<Attachments> {
  const attachments = cacheOf(scope)
  const key = `${scope.companyId} ${campaign.id} ${campaign.updatedAt}`
  const cachedRead = attachments.get(key)
  if (cachedRead) return cachedRead
  const read = prepareAttachments(scope, campaign)
  attachments.set(key, read)
  read.catch(() => attachments.delete(key))
  return read
}

async function prepareAttachments(scope: Scope, { mediaId, fileListId }: CampaignFiles): Promise<Attachments> {
  const media = mediaId === null ? null : await prepareFile(scope, await getFile(scope, mediaId), false, {})
  const list = fileListId === null ? undefined : await readFilesToSend(scope, fileListId)
  return { media, list: list ?? null }
}
