import { isRecord } from './data'
import type { StoredNode } from './read-node'

/**
 * Mark in place of a secret: four dots, the last characters, and the id of the row that has the secret. A content has
 * marks only, so that drafts, versions, comparisons and exports show none.
 */
export const secretMark = (plain: string, id: number) => `••••${plain.length < shownFrom ? '' : plain.slice(-4)}#${id}`
/** Characters of the shortest secret of which four are shown. */
const shownFrom = 12

/** Id in a mark; undefined for another text. */
export function idOfMark(text: string): number | undefined {
  const id = /^••••.{0,4}#(\d{1,15})$/.exec(text)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** A secret of a node, or its mark. */
export interface FlowSecret {
  value: string
  /** Address for which it is meant: it is sent nowhere else. Empty for a header whose address leads to no host. */
  address: string
  /** Place in the content, such as `nodes.2.data.headers.0.value`. */
  place: string
}
type Replace = (secret: FlowSecret) => Promise<string>

/** The nodes with each secret replaced, one after the other; an empty text stays. */
export const replaceSecrets = <N extends StoredNode>(nodes: N[], replace: Replace): Promise<N[]> =>
  Array.fromAsync(nodes, async (node, at) => ({ ...node, data: await replaceInData(node.data, at, replace) }))

async function replaceInData(data: Record<string, unknown>, at: number, replace: Replace) {
  const { typebotIntegration: settings, headers } = data
  const place = `nodes.${at}.data`
  return {
    ...data,
    ...(isRecord(settings) && {
      typebotIntegration: await replaceKeys(settings, `${place}.typebotIntegration`, replace),
    }),
    ...(Array.isArray(headers) && { headers: await replaceHeaders(headers, originOf(data.url), place, replace) }),
  }
}

async function replaceKeys(settings: Record<string, unknown>, place: string, replace: Replace) {
  const { apiKey, voiceKey, baseUrl, voiceRegion } = settings
  const replaced = { ...settings }
  if (isFilled(apiKey))
    replaced.apiKey = await replace({ value: apiKey, address: textOf(baseUrl).trim(), place: `${place}.apiKey` })
  if (isFilled(voiceKey))
    replaced.voiceKey = await replace({ value: voiceKey, address: textOf(voiceRegion), place: `${place}.voiceKey` })
  return replaced
}

const replaceHeaders = (headers: unknown[], address: string, place: string, replace: Replace) =>
  Array.fromAsync(headers, async (header, at) => {
    if (!isRecord(header) || !isFilled(header.value) || !isSecretHeader(textOf(header.name))) return header
    return { ...header, value: await replace({ value: header.value, address, place: `${place}.headers.${at}.value` }) }
  })

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** True for headers whose value is a secret by their name. */
const isSecretHeader = (name: string) => /authorization|cookie|key|token|secret|password|senha/i.test(name)

/**
 * Scheme and host to which an address leads, as the request reads it: `http:host` and `http:\\host` lead to
 * `http://host`. Empty for an address without a host, with a user or password, and with a variable in its host, which a
 * customer could choose: no secret is sent there.
 */
export function originOf(address: unknown): string {
  const url = URL.parse(textOf(address).trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return ''
  return url.host.includes('{') ? '' : url.origin
}
