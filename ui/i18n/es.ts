import { auth } from './es/auth'
import { common, form, shell } from './es/common'
import { connections } from './es/connections'
import { errors } from './es/errors'
import { tickets } from './es/tickets'
import type { Texts } from './pt'

export const es = { common, form, shell, auth, connections, tickets, errors } satisfies Texts
