import type { Connection } from './connection'
import { parseJid, serverJid } from './jid'
import { answerMex } from './mex'
import { answerEncrypt } from './prekeys'
import { child, children, type Stanza, stanza } from './stanza'
import { answerUsync } from './usync'

/** Answer to a query: content of the result (undefined: empty), or an error. */
export type Answer = Stanza[] | { error: number; text: string } | undefined

type Responder = (connection: Connection, query: Stanza) => Answer

const responders: Record<string, Responder> = {
  encrypt: answerEncrypt,
  usync: answerUsync,
  md: answerDevices,
  'w:m': answerMediaConnection,
  'w:mex': answerMex,
  'w:g2': answerGroups,
  'w:profile:picture': answerPicture,
  'w:sync:app:state': answerAppState,
  privacy: answerPrivacy,
  abt: () => [stanza('props', { ab_key: '', hash: '', refresh: '86400' })],
  blocklist: () => [stanza('list')],
}

/** Answers every query unless a fault is set; a device waits a minute for a missing answer. */
export function answerQuery(connection: Connection, node: Stanza) {
  const { id = '', type, xmlns = '', to = serverJid } = node.attrs
  if (type === 'result' || type === 'error') {
    connection.pendingQueries.get(id)?.(node)
    connection.pendingQueries.delete(id)
    return
  }
  const { queryFaults } = connection.network.faults
  queryFaults.answerOrHold(xmlns, () => {
    const refusal = queryFaults.refusalOf(xmlns)
    const answer = refusal ? { error: refusal, text: 'refused' } : responders[xmlns]?.(connection, node)
    if (answer && 'error' in answer) {
      const error = stanza('error', { code: String(answer.error), text: answer.text })
      connection.send(stanza('iq', { from: to, id, type: 'error' }, [error]))
    } else {
      connection.send(stanza('iq', { from: to, id, type: 'result' }, answer))
    }
    if (xmlns === 'passive' && child(node, 'active')) goOnline(connection)
  })
}

function goOnline(connection: Connection) {
  connection.recordState('online')
  connection.companion?.goOnline()
}

/** Answers queries of linking by code and of logging out. */
function answerDevices(connection: Connection, query: Stanza): Answer {
  const linking = child(query, 'link_code_companion_reg')
  if (linking) {
    const answer = connection.network.linkCodes.handle(connection, linking)
    return answer ? [answer] : undefined
  }
  const { companion } = connection
  if (child(query, 'remove-companion-device') && companion) companion.owner.remove(companion)
  return undefined
}

function answerMediaConnection({ network }: Connection): Answer {
  const host = stanza('host', { hostname: network.media.host, maxContentLengthBytes: '104857600' })
  return [stanza('media_conn', { auth: 'open', ttl: '3600', auth_ttl: '3600', max_buckets: '12' }, [host])]
}

function answerGroups({ network, companion }: Connection, query: Stanza): Answer {
  const to = query.attrs.to ?? ''
  if (child(query, 'query')) {
    const group = network.groups.get(to)
    return group ? [group.metadata()] : { error: 404, text: 'item-not-found' }
  }
  if (!child(query, 'participating')) return undefined
  const mine = [...network.groups.values()].filter((group) => companion && group.companions().includes(companion))
  return [
    stanza(
      'groups',
      {},
      mine.map((group) => group.metadata()),
    ),
  ]
}

function answerPicture({ network }: Connection, query: Stanza): Answer {
  const jid = query.attrs.target ?? query.attrs.to ?? ''
  const url = network.pictureUrl(parseJid(jid).user)
  if (!url) return { error: 404, text: 'item-not-found' }
  const type = child(query, 'picture')?.attrs.type ?? 'preview'
  return [stanza('picture', { url, id: '1', type, direct_path: new URL(url).pathname })]
}

function answerAppState(_connection: Connection, query: Stanza): Answer {
  const collections = children(child(query, 'sync')).map(({ attrs }) =>
    stanza('collection', { name: attrs.name, version: attrs.version ?? '0' }),
  )
  return [stanza('sync', {}, collections)]
}

const privacy = { readreceipts: 'all', last: 'all', online: 'all', profile: 'all', status: 'all', groupadd: 'all' }

function answerPrivacy(_connection: Connection, query: Stanza): Answer {
  if (query.attrs.type !== 'get') return undefined
  const categories = Object.entries(privacy).map(([name, value]) => stanza('category', { name, value }))
  return [stanza('privacy', {}, categories)]
}
