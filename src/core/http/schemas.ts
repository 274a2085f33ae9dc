import { t } from 'elysia'
import { limits } from '../../shared/limits'

export const idParams = t.Object({ id: t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

/** Schema option for bodies with only optional fields: at least one must be present. */
export const atLeastOneField = { minProperties: 1 }

/** Page number of lists; an integer, because it is multiplied into the number of rows to skip. */
export const pageNumber = t.Optional(t.Numeric({ minimum: 1, maximum: limits.pageNumber.max, multipleOf: 1 }))
