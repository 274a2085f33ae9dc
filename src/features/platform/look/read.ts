import { BoundedCache } from '../../../core/bounded-cache'
import type { Ports } from '../../../core/ports'
import { Platform } from '../../../core/scope'
import { ownProductName } from '../../../shared/product-name'
import type { Look } from './model'

/** Look of an installation whose provider has changed nothing. */
export const plainLook: Look = {
  name: '',
  color: '',
  logo: '',
  icons: {},
  support: { text: '', email: '', phone: '', url: '' },
}

/** Host of the row for all hosts without one of their own. */
export const everyHost = ''

/** Address of a picture; its hash changes with the content, so browsers keep it for ever. */
const pathOf = (hash: string) => `/api/look/files/${hash}.png`

/** Returns the look of the installation. */
export async function readLook({ db }: Platform): Promise<Look> {
  const row = await db.selectFrom('looks').selectAll().where('host', '=', everyHost).executeTakeFirst()
  if (!row) return plainLook
  const pictures = await db
    .selectFrom('look_pictures')
    .select(['kind', 'side', 'hash'])
    .where('lookId', '=', row.id)
    .execute()
  const logo = pictures.find(({ kind }) => kind === 'logo')
  const icons = pictures.filter(({ kind }) => kind === 'icon').map(({ side, hash }) => [side, pathOf(hash)])
  return {
    name: row.name,
    color: row.color,
    logo: logo ? pathOf(logo.hash) : '',
    icons: Object.fromEntries(icons),
    support: { text: row.supportText, email: row.supportEmail, phone: row.supportPhone, url: row.supportUrl },
  }
}

/** Pictures asked for last, by hash; their bytes never change, so every process may keep them. */
const kept = new BoundedCache<string, Uint8Array<ArrayBuffer>>(20)

/** Returns the bytes of a picture, or null. */
export async function readLookPicture({ db }: Platform, hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const known = kept.get(hash)
  if (known) return known
  const row = await db.selectFrom('look_pictures').select('content').where('hash', '=', hash).executeTakeFirst()
  if (!row) return null
  const bytes = Uint8Array.fromBase64(row.content)
  kept.set(hash, bytes)
  return bytes
}

/** Name of the product for mails, authenticator programs and passkeys. */
export const productName = async (ports: Ports) => (await readLook(new Platform(ports))).name || ownProductName
