import type { Connection } from './connection'
import type { CustomerPhone } from './customer-phone'
import { pnJid } from './jid'
import type { Network } from './network'
import type { OwnerPhone } from './owner-phone'
import type { Answer } from './queries'
import { child, children, type Stanza, stanza, textOf } from './stanza'

/** Answers usync queries: which numbers are on WhatsApp, with which LID and devices. */
export function answerUsync({ network }: Connection, query: Stanza): Answer {
  const usync = child(query, 'usync')
  const protocols = new Set(children(child(usync, 'query')).map(({ tag }) => tag))
  const users = children(child(usync, 'list')).flatMap((user) => answerUser(network, user, protocols))
  const { sid, mode, context } = usync?.attrs ?? {}
  return [
    stanza('usync', { sid, mode, context, index: '0', last: 'true' }, [stanza('result'), stanza('list', {}, users)]),
  ]
}

/**
 * Node of a user asked for by number (`<contact>`; answered with the JID of the account, whose digits may differ, and the
 * number asked) or `jid`; none if unregistered.
 */
function answerUser(network: Network, user: Stanza, protocols: Set<string>): Stanza[] {
  const typedNumber = textOf(child(user, 'contact'))
  const phone = typedNumber
    ? network.findPhoneByNumber(typedNumber.replace(/\D/g, ''))
    : network.findPhone(user.attrs.jid ?? '')
  if (!phone || ('registered' in phone && !phone.registered)) return []
  const jid = typedNumber ? pnJid(phone.number) : user.attrs.jid
  const content: Stanza[] = []
  if (protocols.has('contact')) content.push(stanza('contact', { type: 'in' }, typedNumber))
  if (protocols.has('lid') && !jid?.endsWith('@lid') && answersLid(phone))
    content.push(stanza('lid', { val: phone.lidJid }))
  if (protocols.has('devices')) content.push(stanza('devices', {}, [deviceList(phone)]))
  return [stanza('user', { jid }, content)]
}

const answersLid = (phone: OwnerPhone | CustomerPhone) => !('tellsLid' in phone) || phone.tellsLid !== 'never'

function deviceList(phone: OwnerPhone | CustomerPhone) {
  const linked = [...('companions' in phone ? phone.companions : phone.devices).keys()]
  const devices = linked.map((id) => stanza('device', { id: String(id), 'key-index': String(id) }))
  return stanza('device-list', {}, [stanza('device', { id: '0' }), ...devices])
}
