import { readFileSync } from 'node:fs'

/** A field of a message of WhatsApp's protocol. */
export interface SchemaField {
  name: string
  number: number
  /** Scalar type, or the full name of a message or enumeration. */
  type: string
  isRepeated: boolean
  /** Name of the choice that the field belongs to: one of its fields is set. */
  choice: string | null
}

type Schema = Map<string, SchemaField[]>

const path = 'node_modules/@whiskeysockets/baileys/WAProto/WAProto.proto'
const fieldLine = /^(optional |repeated )?([\w.]+) (\w+) = (\d+)(?: \[[^\]]*\])?;$/

/** Messages of the schema in the installed Baileys, by full name, with their fields. */
export function readSchema(): Schema {
  const schema: Schema = new Map()
  const open: { kind: string; name: string }[] = []
  for (const raw of readFileSync(path, 'utf8').split('\n')) {
    const line = raw.trim()
    const [, kind, name] = /^(message|enum|oneof) (\w+) \{$/.exec(line) ?? []
    if (kind && name) open.push({ kind, name })
    if (line === '}') open.pop()
    const scope = open.flatMap((each) => (each.kind === 'message' ? each.name : [])).join('.')
    if (kind === 'message') schema.set(scope, [])
    else addField(schema, scope, open.at(-1), line)
  }
  nameTypes(schema)
  return schema
}

function nameTypes(schema: Schema) {
  for (const [scope, fields] of schema) for (const field of fields) field.type = fullName(schema, scope, field.type)
}

function addField(schema: Schema, scope: string, within: { kind: string; name: string } | undefined, line: string) {
  const [, rule, type, name, number] = fieldLine.exec(line) ?? []
  if (!type || !name || !within || within.kind === 'enum') return
  const choice = within.kind === 'oneof' ? within.name : null
  schema.get(scope)?.push({ name, number: Number(number), type, isRepeated: rule === 'repeated ', choice })
}

/** The message of this name in the nearest scope around the field; the name itself for other types. */
function fullName(schema: Schema, scope: string, type: string): string {
  const parts = scope.split('.')
  const candidates = parts.map((_, at) => [...parts.slice(0, parts.length - at), type].join('.'))
  return candidates.find((each) => schema.has(each)) ?? type
}
