import { createHmac } from 'node:crypto'
import type { LoginIds } from '../http/access-tokens'
import { type Secrets, sameText } from '../secrets'
import type { CompanyId } from './schema'

/**
 * Readers of a link: a person, whose login the link names; a program outside, such as a webhook's receiver; or everyone,
 * for the pictures of announcements.
 */
type Readers = 'person' | 'program' | 'everyone'

/** Query of a link: company, end (epoch seconds), signature; readers other than a person; pass of a login. */
interface LinkQuery {
  c?: number
  exp?: number
  sig?: string
  for?: string
  s?: string
}

/** A valid link. `login` is the one that its pass names; null without a pass. */
export interface MediaLink {
  companyId: CompanyId
  readers: Readers
  login: LoginIds | null
}

/** Links for people end after 30 to 60 minutes and are the same for 30 minutes, so that browsers can cache the file. */
const stepSeconds = 1800
/** Links for programs, which may fetch the file late, end after 24 hours and up to 30 minutes more. */
const programSeconds = 24 * 3600

/** Makes and reads signed relative addresses of files (docs/adr/0062). */
export class MediaLinks {
  private readonly key: Buffer

  constructor(secrets: Secrets) {
    this.key = secrets.key('media-link')
  }

  /** Link for a person. Without a pass, as in events, it needs one added by the reader. */
  forPerson(companyId: CompanyId, id: string, pass: string | undefined, now = Date.now()): string {
    const address = this.address(companyId, id, endAfter(stepSeconds, now), 'person')
    return pass === undefined ? address : `${address}&s=${pass}`
  }

  forProgram = (companyId: CompanyId, id: string, now = Date.now()) =>
    `${this.address(companyId, id, endAfter(programSeconds, now), 'program')}&for=program`

  forEveryone = (companyId: CompanyId, id: string, now = Date.now()) =>
    `${this.address(companyId, id, endAfter(stepSeconds, now), 'everyone')}&for=everyone`

  /** Text that names a login in links; without a signed link it opens nothing. */
  passOf({ tokenId, userId, companyId }: LoginIds): string {
    const ids = `${tokenId}-${userId}-${companyId}`
    return `${ids}.${this.mac(`pass ${ids}`)}`
  }

  /** The link of a request, or null when it was not signed by this installation or has ended. */
  read(id: string, { c, exp, sig, for: readers = 'person', s }: LinkQuery, now = Date.now()): MediaLink | null {
    if (c === undefined || exp === undefined || sig === undefined || !(exp * 1000 > now)) return null
    if (!sameText(sig, this.mac(`${readers} ${c}/${id}/${exp}`))) return null
    return { companyId: c as CompanyId, readers: readers as Readers, login: s === undefined ? null : this.loginOf(s) }
  }

  private loginOf(pass: string): LoginIds | null {
    const [ids = '', mac = ''] = pass.split('.')
    if (!sameText(mac, this.mac(`pass ${ids}`))) return null
    const [tokenId = 0, userId = 0, companyId = 0] = ids.split('-').map(Number)
    return { tokenId, userId, companyId: companyId as CompanyId }
  }

  private address = (companyId: CompanyId, id: string, end: number, readers: Readers) =>
    `/media/${id}?c=${companyId}&exp=${end}&sig=${this.mac(`${readers} ${companyId}/${id}/${end}`)}`

  private mac = (text: string) => createHmac('sha256', this.key).update(text).digest('base64url')
}

/** Epoch seconds, at least the given number of seconds from now; calls within `stepSeconds` get the same. */
const endAfter = (seconds: number, now: number) => (Math.floor(now / 1000 / stepSeconds) + 1) * stepSeconds + seconds
