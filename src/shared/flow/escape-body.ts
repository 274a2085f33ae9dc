import { parseJson } from '../json'

/** Writes the value of the variable that stands at a place of a template. Places are asked for in ascending order. */
type Escape = (value: string, at: number) => string

/**
 * Function that escapes values in a request's body by its content type, so that a value of a customer stays one value: it
 * ends no text, adds no field and closes no element. A body without a content type is JSON, other texts stay as they are.
 */
export function escapeFor(contentType: string, template: string): Escape {
  const [type = ''] = contentType.toLowerCase().split(';', 1)
  const kind = type.trim()
  if (kind === 'application/x-www-form-urlencoded') return inForm
  if (kind.startsWith('multipart/')) return escapeInParts(contentType, template)
  if (/[/+]xml$/.test(kind) || kind === 'text/html') return escapeInXml(template)
  if (kind === 'text/csv') return (value) => value.replace(/[\r\n]+/g, ' ').replaceAll('"', '""')
  if (kind.startsWith('text/') && !/json|yaml/.test(kind)) return (value) => value
  return escapeInJson(template)
}

/** As forms of browsers encode a value (WHATWG URL, application/x-www-form-urlencoded). */
const inForm: Escape = (value) => new URLSearchParams([['', value]]).toString().slice(1)

/**
 * Inside a text of JSON a value is escaped. Elsewhere it must be one JSON value, such as a number or the list that an
 * earlier request gave; another one becomes a text.
 */
function escapeInJson(template: string): Escape {
  const isInText = createTextScan(template)
  return (value, place) => {
    const text = JSON.stringify(value)
    return isInText(place) ? text.slice(1, -1) : isJson(value) ? value : text
  }
}

/** Function that tells whether a place is inside a text of JSON, in one pass over the template. */
function createTextScan(template: string): (place: number) => boolean {
  let [at, isText] = [0, false]
  return (place) => {
    for (; at < place; at++)
      if (template[at] === '"') isText = !isText
      else if (isText && template[at] === '\\') at++
    return isText
  }
}

function isJson(value: string): boolean {
  try {
    parseJson(value)
    return true
  } catch {
    return false
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** A CDATA section has no entities and ends with `]]>`, which two sections share if a value has it. */
function escapeInXml(template: string): Escape {
  let [at, isSection] = [0, false]
  return (value, place) => {
    for (; at < place; at++)
      if (isSection ? template.startsWith(']]>', at) : template.startsWith('<![CDATA[', at)) isSection = !isSection
    if (isSection) return value.replaceAll('>', ']]><![CDATA[>')
    return value.replace(/[&<>"']/g, (sign) => entities[sign] as string)
  }
}

/** A part ends at its boundary, and a name in a header at its quote or at the end of the line. */
function escapeInParts(contentType: string, template: string): Escape {
  const [, boundary = '--'] = /boundary="?([^";\s]{1,70})/i.exec(contentType) ?? []
  let [at, lineAt] = [0, 0]
  return (value, place) => {
    for (; at < place; at++) if (template[at] === '\n') lineAt = at + 1
    const isHeader = /^content-/i.test(template.slice(lineAt, lineAt + 10))
    const text = value.replaceAll(boundary, '')
    return isHeader ? text.replace(/[\r\n]+/g, ' ').replaceAll('"', '%22') : text
  }
}
