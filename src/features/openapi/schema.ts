/** A JSON schema as the routes hold it: TypeBox's, with what the framework adds for its own use. */
export interface Schema {
  type?: string
  format?: string
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  enum?: unknown[]
  [keyword: string]: unknown
}

/** What JSON Schema knows, and OpenAPI 3.1 with it. */
const kept = [
  ...['type', 'required', 'enum', 'const', 'description', 'title', 'deprecated', 'uniqueItems'],
  ...['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
]
const formats = ['email', 'uuid', 'uri', 'date', 'date-time', 'binary']

/** Texts that stand for something else because forms and addresses hold nothing but text. */
const asText = /^(numeric|integer|boolean|Date|ObjectString|ArrayString|BooleanString)$/

/** The schema as others read it: what a value is, and not the forms in which it may come in an address. */
export function plain(schema: Schema): Schema {
  const { anyOf, properties, patternProperties, additionalProperties, items, allOf } = schema
  const choices = anyOf?.filter(({ format }) => !(typeof format === 'string' && asText.test(format)))
  // What a list of files says of itself it says of each file, too.
  const words = schema.format === 'binary' ? ['type'] : kept
  const own = Object.fromEntries(words.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]]))
  if (choices?.length === 1) return { ...(own as Schema), ...plain(choices[0] as Schema) }
  return {
    ...own,
    ...(schema.format && formats.includes(schema.format) ? { format: schema.format } : {}),
    ...(choices ? { anyOf: choices.map(plain) } : {}),
    ...(allOf ? { allOf: allOf.map(plain) } : {}),
    ...(items ? { items: plain(items) } : {}),
    ...(properties ? { properties: each(properties) } : {}),
    ...(patternProperties ? { patternProperties: each(patternProperties) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'boolean' ? additionalProperties : plain(additionalProperties),
        }),
  }
}

const each = (schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema)]))

/** True when a file is somewhere in it: such a body comes as a form. */
export const hasFiles = ({ format, items, anyOf = [], properties = {} }: Schema): boolean =>
  format === 'binary' || [...(items ? [items] : []), ...anyOf, ...Object.values(properties)].some(hasFiles)
