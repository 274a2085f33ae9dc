import { auth } from './en/auth'
import { common, form, shell } from './en/common'
import { connections } from './en/connections'
import { errors } from './en/errors'
import { tickets } from './en/tickets'
import type { Texts } from './pt'

export const en = { common, form, shell, auth, connections, tickets, errors } satisfies Texts
