import { escapeFor } from './escape-body'
import type { NodeData } from './node'
import { renderWhole, type Values } from './render'

/** Characters of a request with its variables filled in. */
export const requestLimits = { url: 16_384, header: 16_384, body: 65_536 }

/**
 * A request with its variables filled in, each escaped for its place; undefined for one that grows too long, and for an
 * address that a value would lead to another path.
 */
export function fillRequest(values: Values, data: NodeData['request']): NodeData['request'] | undefined {
  const headers = data.headers.flatMap(([name, value]): [string, string][] => {
    const filled = renderWhole(value, values, requestLimits.header, inHeader)
    return filled === undefined ? [] : [[name, filled]]
  })
  const inBody = escapeFor(contentTypeOf(headers), data.body)
  const url = renderWhole(data.url, values, requestLimits.url, inAddress)
  const body = renderWhole(data.body, values, requestLimits.body, inBody)
  if (url === undefined || body === undefined || headers.length < data.headers.length) return undefined
  if (countDotParts(url) > countDotParts(data.url)) return undefined
  return { ...data, url, headers, body }
}

/** The last one counts, as in the request. */
const contentTypeOf = (headers: [string, string][]) =>
  headers.findLast(([name]) => name.trim().toLowerCase() === 'content-type')?.[1] ?? ''

/** A value in an address is escaped, so that it stays one part of the path or query. */
const inAddress = (value: string) => encodeURIComponent(value.toWellFormed())

/** A value in a header is one line. */
const inHeader = (value: string) => value.replace(/\p{Cc}+/gu, ' ')

/**
 * Number of parts of a path that are `.` or `..`, which no escape keeps from leading to another path: a customer who
 * answers `..` would choose another request at the same service.
 */
const countDotParts = (url: string) =>
  url.split(/[?#]/, 1)[0]?.match(/(?<=[/\\])(\.|%2e){1,2}(?=[/\\]|$)/gi)?.length ?? 0
