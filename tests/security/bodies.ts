import { png } from '../sample-files'
import { constrainedPropertiesOf, fileFieldsOf, propertiesOf, type Schema } from './api-document'
import { oddTexts, pick, pickAnyValue, pickInvalidValue, type Random } from './odd-values'

/** Request bodies as bytes: not JSON objects, objects with an invalid field, and nearly valid ones. */

type Bytes = Uint8Array<ArrayBuffer>
type Fields = Record<string, unknown>

/** One part of a form; a part with a file name, even an empty one, is a file. */
export interface Part {
  name: string
  content: string | Uint8Array
  fileName?: string
  type?: string
}

export const encodeJson = (value: unknown) => JSON.stringify(value) ?? 'null'
export const encodeText = (value: string): Bytes => new Uint8Array(Buffer.from(value))
/** Fields of a body; a list as a body has none. */
const fieldsOf = (valid: unknown): Fields =>
  typeof valid === 'object' && valid !== null && !Array.isArray(valid) ? (valid as Fields) : {}

/** Picks a body that is not a JSON object. */
export function pickNonObject(random: Random, canary: string): Bytes {
  const forms = [
    '{',
    `{"${canary}":`,
    `{'a':'${canary}'}`,
    `{"a":"${canary}",}`,
    `{"a":"${canary}"} trailing`,
    `{"a":"${canary}\u0000`,
    `// ${canary}\n{}`,
    `<x>${canary}</x>`,
    'undefined',
    'null',
    'true',
    '5',
    `"${canary}"`,
    '[]',
    `[{"a":"${canary}"}]`,
    '['.repeat(20_000),
    `${'{"a":'.repeat(5000)}1${'}'.repeat(4999)}`,
    `{"a":${'9'.repeat(5000)}`,
  ]
  if (random() < 0.15) return new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x22, 0x00])
  if (random() < 0.1) return new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0xff])
  return encodeText(pick(random, forms))
}

/** Object with at least one invalid property. The others are valid half of the time and odd otherwise. */
export function objectWithInvalidField(schema: Schema, valid: unknown, random: Random, canary: string): Bytes {
  const [name, property] = pick(random, constrainedPropertiesOf(schema))
  const oddFields = () => Object.fromEntries(propertiesOf(schema).map(([key]) => [key, pickAnyValue(random, canary)]))
  const rest = random() < 0.5 ? fieldsOf(valid) : oddFields()
  return encodeText(encodeJson({ ...rest, [name]: pickInvalidValue(property, random, canary) }))
}

/** Valid body with another value at one place of any depth, or with one more field. */
export function nearlyValidObject(schema: Schema | null, valid: unknown, random: Random, canary: string): Bytes {
  const more = propertiesOf(schema).filter(([name]) => !(name in fieldsOf(valid)))
  if (more.length === 0 || random() < 0.6) return encodeText(encodeJson(changeOneValue(valid, random, canary)))
  const [name, { enum: values }] = pick(random, more)
  const value = values && random() < 0.5 ? pick(random, values) : pickAnyValue(random, canary)
  return encodeText(encodeJson({ ...fieldsOf(valid), [name]: value }))
}

function changeOneValue(value: unknown, random: Random, canary: string): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.1) return pickAnyValue(random, canary)
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Fields
  const keys = Object.keys(copy)
  if (keys.length === 0) return pickAnyValue(random, canary)
  const key = pick(random, keys)
  if (random() < 0.15) delete copy[key]
  else copy[key] = changeOneValue(copy[key], random, canary)
  return copy
}

/** Object that may happen to be valid, with repeated keys and keys such as `__proto__`. */
export function oddObject(schema: Schema | null, random: Random, canary: string): Bytes {
  const known = propertiesOf(schema)
  const pairs = known.filter(() => random() < 0.7).map(([key, property]) => pairOf(key, property, random, canary))
  const extras = [
    `"__proto__":{"super":true,"x":"${canary}"}`,
    `"constructor":{"prototype":{"x":"${canary}"}}`,
    `"${canary}":"${canary}"`,
    '"companyId":2,"super":true',
    `"\\ud800":"${canary}"`,
    '"":null',
    `"deep":${'['.repeat(2000)}${']'.repeat(2000)}`,
  ]
  while (random() < 0.4) pairs.push(pick(random, extras))
  if (known.length > 0 && random() < 0.2) pairs.push(pairOf(...pick(random, known), random, canary))
  const bytes = encodeText(`{${pairs.join(',')}}`)
  if (random() < 0.1) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  return bytes
}

function pairOf(key: string, { enum: values }: Schema, random: Random, canary: string): string {
  if (random() < 0.06) return `"${key}":${pick(random, ['1e999', '-1e999', '9'.repeat(400), '0.1e-999', '1E+2'])}`
  if (values && random() < 0.5) return `"${key}":${encodeJson(pick(random, values))}`
  return `"${key}":${encodeJson(pickAnyValue(random, canary))}`
}

const boundary = 'Xx-boundary-xX'
export const formType = `multipart/form-data; boundary=${boundary}`

/** Encodes a form like a browser; without its closing boundary unless `isWhole`. */
export function encodeForm(parts: Part[], isWhole = true): Bytes {
  const written = parts.map(({ name, content, fileName, type }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}`
    return Buffer.concat([
      Buffer.from(`${head}${type === undefined ? '' : `\r\nContent-Type: ${type}`}\r\n\r\n`),
      Buffer.from(content as Uint8Array),
      Buffer.from('\r\n'),
    ])
  })
  return new Uint8Array(Buffer.concat([...written, Buffer.from(isWhole ? `--${boundary}--\r\n` : '')]))
}

const fileNames = (canary: string) => [
  '',
  '../../x',
  `${canary}.png`,
  'a\u0000b',
  '\ud800.svg',
  `${'n'.repeat(300)}.txt`,
]

/** Form that may happen to be valid: fields as text and as files, odd names, sometimes without an end. */
export function oddForm(schema: Schema | null, random: Random, canary: string): Bytes {
  const names = [...propertiesOf(schema).map(([name]) => name), '__proto__', 'a[b][c]', '', `x"; y="${canary}`]
  const part = (): Part => ({
    name: pick(random, names),
    content: random() < 0.5 ? pick(random, oddTexts(canary)) : encodeJson(pickAnyValue(random, canary)),
    ...(random() < 0.4 && { fileName: pick(random, fileNames(canary)) }),
    ...(random() < 0.3 && { type: pick(random, ['image/png', 'text/html', canary, '']) }),
  })
  return encodeForm(Array.from({ length: 1 + Math.floor(random() * 8) }, part), random() < 0.8)
}

/** Valid form in which the file fields have other files. */
export function formWithOtherFiles(schema: Schema | null, parts: Part[], random: Random, canary: string): Bytes {
  const contents = [png(3, 2), png(3, 2), '', canary, `<svg onload="${canary}"/>`, new Uint8Array([0xff, 0xd8, 0xff])]
  const names = fileFieldsOf(schema)
  const files = Array.from({ length: 1 + Math.floor(random() ** 3 * 4) }, () => ({
    name: pick(random, names),
    content: pick<string | Uint8Array>(random, contents),
    fileName: random() < 0.4 ? '' : pick(random, fileNames(canary)), // as browsers send a field left empty
    ...(random() < 0.5 && { type: pick(random, ['image/png', 'audio/ogg', canary, '']) }),
  }))
  return encodeForm([...parts.filter(({ name }) => !names.includes(name)), ...files])
}
