import { t } from 'elysia'
import { limits } from '../../shared/limits'

export const idParams = t.Object({ id: t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

type Properties = Parameters<typeof t.Object>[0]

/** Schema option for bodies with only optional fields: at least one must be present. */
export const atLeastOneField = { minProperties: 1 }

/**
 * Body of a change: any of the fields of `input`, at least one. The fields that a new row needs may be left out and
 * may not be blank, as a keyword tells `loose-values.ts`.
 */
export const changeOf = <T extends Properties>(input: ReturnType<typeof t.Object<T>>) =>
  t.Partial(input, { ...atLeastOneField, ...neverBlank((input.required as string[] | undefined) ?? []) })

/** Schema option for optional fields that may not be blank. */
export const neverBlank = (fields: readonly string[]) => ({ 'x-never-blank': [...fields] })

/** Schema option for other names by which clients send a field. */
export const aliases = (names: Record<string, string>) => ({ 'x-aliases': names })

export const dayPattern = '^\\d{4}-\\d\\d-\\d\\d$'
/** A day, `yyyy-mm-dd`. */
export const day = t.String({ pattern: dayPattern })

/** Colour as `#rgb` or `#rrggbb`; texts on it get a readable ink (`inkOn`). */
export const hexColor = t.String({ pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' })

/** Page number of lists; an integer, because it is multiplied into the number of rows to skip. */
export const pageNumber = t.Optional(t.Numeric({ minimum: 1, maximum: limits.pageNumber.max, multipleOf: 1 }))

/**
 * Patterns of names and titles, which are written into mails, lists and headers of files: no line ends and no other
 * control characters; `oneLineOfText` also requires a visible character.
 */
export const oneLine = '^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]*$'
export const oneLineOfText = `^(?=.*\\S)${oneLine.slice(1)}`
