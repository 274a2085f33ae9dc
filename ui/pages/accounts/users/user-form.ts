import type { NewUser, SuperChange, User, UserPatch } from '../../../../src/features/accounts/users/model'
import type { Language, Profile } from '../../../../src/shared/enums'
import { limits } from '../../../../src/shared/limits'
import { createForm, email, type Form, length, required } from '../../../lib/form'
import { newPasswordLength } from '../../../lib/password-bounds'

export interface Values {
  name: string
  email: string
  password: string
  profile: string
  queueIds: number[]
  whatsappId: string
  allTicket: boolean
  language: string
  /** Super user. */
  super: boolean
}

/** Form with the values of a user, or empty. */
export function makeForm(user: User | null): Form<Values> {
  const form: Form<Values> = createForm<Values>(
    {
      name: user?.name ?? '',
      email: user?.email ?? '',
      password: '',
      profile: user?.profile ?? 'user',
      queueIds: user?.queues.map(({ id }) => id) ?? [],
      whatsappId: user?.whatsappId ? String(user.whatsappId) : 'none',
      allTicket: user?.allTicket === 'enabled',
      language: user?.language ?? 'none',
      super: user?.super ?? false,
    },
    {
      name: [required, length(limits.name)],
      email: [required, email, length(limits.email)],
      password: [(typed) => passwordProblem(user, form.field('super').value.value, typed)],
    },
    { ERR_EMAIL_TAKEN: 'email', ERR_WEAK_PASSWORD: 'password', ERR_LAST_ADMIN: 'profile' },
  )
  return form
}

/** Required for a new user and for one who becomes a super user; others may keep their password. */
function passwordProblem(user: User | null, isSuper: boolean, typed: string) {
  const isRequired = user === null || (isSuper && !user.super)
  return (isRequired ? required(typed) : null) ?? newPasswordLength({ isSuper })(typed)
}

/** Fields for the server; an absent field stays unchanged. */
const userInput = ({ password: _, super: __, whatsappId, allTicket, language, profile, ...rest }: Values) => ({
  ...rest,
  name: rest.name.trim(),
  email: rest.email.trim(),
  profile: profile as Profile,
  allTicket: allTicket ? ('enabled' as const) : ('desabled' as const),
  whatsappId: whatsappId === 'none' ? null : Number(whatsappId),
  language: language === 'none' ? null : (language as Language),
})

/**
 * Requests to send: the user, and the super user flag if it changes. A user who becomes a super user gets the new
 * password with that request.
 */
export function userRequests(user: User | null, values: Values): [NewUser & UserPatch, SuperChange?] {
  const { password } = values
  const becomesSuper = values.super && !user?.super
  const isPassword = password !== '' && (user === null || !becomesSuper)
  const input = { ...userInput(values), ...(isPassword && { password }) } as NewUser & UserPatch
  if (values.super === (user?.super ?? false)) return [input]
  return [input, becomesSuper ? { super: true, password } : { super: false }]
}
