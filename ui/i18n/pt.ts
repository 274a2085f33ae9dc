import { auth } from './pt/auth'
import { common, form, shell } from './pt/common'
import { connections } from './pt/connections'
import { errors } from './pt/errors'
import { tickets } from './pt/tickets'

/** The source of truth: the other languages have exactly these keys. One file per area; plurals end in _one, _other. */
export const pt = { common, form, shell, auth, connections, tickets, errors }
export type Texts = typeof pt
