/** A JSON schema as stored in the routes: TypeBox's, with keywords of Elysia. */
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

/** Keywords of JSON Schema, which OpenAPI 3.1 uses. */
const keywords = [
  ...['type', 'required', 'enum', 'const', 'description', 'title', 'deprecated', 'uniqueItems'],
  ...['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
]
const formats = ['email', 'uuid', 'uri', 'date', 'date-time', 'binary']

/** Formats of Elysia for values sent as text in forms and URLs. */
const asText = /^(numeric|integer|boolean|Date|ObjectString|ArrayString|BooleanString)$/

/** Returns the schema of the value, without the alternatives for its text form in a URL. */
export function withoutTextForms(schema: Schema): Schema {
  const { anyOf, properties, patternProperties, additionalProperties, items, allOf } = schema
  const choices = anyOf?.filter(({ format }) => !(typeof format === 'string' && asText.test(format)))
  // Keywords of a list of files repeat on each file; only `type` is kept.
  const words = schema.format === 'binary' ? ['type'] : keywords
  const own = Object.fromEntries(words.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]]))
  if (choices?.length === 1) return { ...(own as Schema), ...withoutTextForms(choices[0] as Schema) }
  return {
    ...own,
    ...(schema.format && formats.includes(schema.format) ? { format: schema.format } : {}),
    ...(choices ? { anyOf: choices.map(withoutTextForms) } : {}),
    ...(allOf ? { allOf: allOf.map(withoutTextForms) } : {}),
    ...(items ? { items: withoutTextForms(items) } : {}),
    ...(properties ? { properties: each(properties) } : {}),
    ...(patternProperties ? { patternProperties: each(patternProperties) } : {}),
    ...(additionalProperties ? { additionalProperties: schemaOrTrue(additionalProperties) } : {}),
  }
}

/**
 * The schema of fields without a name. `false` is left out: Elysia sets it on a schema when it compiles the route, and
 * the route drops such fields instead of refusing them.
 */
const schemaOrTrue = (fields: true | Schema) => (fields === true ? true : withoutTextForms(fields))

const each = (schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutTextForms(schema)]))

/** Returns true when the schema contains a file: such a body is sent as a form. */
export const hasFiles = ({ format, items, anyOf = [], properties = {} }: Schema): boolean =>
  format === 'binary' || [...(items ? [items] : []), ...anyOf, ...Object.values(properties)].some(hasFiles)
