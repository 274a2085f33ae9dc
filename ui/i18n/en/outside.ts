import type { Outside } from '../pt/outside'
import { auth } from './auth'
import { common, form, shell } from './common'
import { errors } from './errors'
import { forgotten } from './forgotten'
import { twoStep } from './two-step'

export const outside = { common, form, shell, auth, errors, forgotten, twoStep } satisfies Outside
