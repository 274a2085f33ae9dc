import { auth } from './auth'
import { common, form, shell } from './common'
import { errors } from './errors'
import { forgotten } from './forgotten'
import { twoStep } from './two-step'

/** What the screens before the login say, and whatever has to say that more did not load. */
export const outside = { common, form, shell, auth, errors, forgotten, twoStep }
export type Outside = typeof outside
