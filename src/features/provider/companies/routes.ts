import { Elysia, t } from 'elysia'
import { checkOrigin, clientInfo, wideNetworkOf } from '../../../core/http/client-info'
import { Deleted, documentResponse, pageFields } from '../../../core/http/documented-response'
import { guard, parsePublicBody } from '../../../core/http/guard'
import { atLeastOneField, idParams as params } from '../../../core/http/schemas'
import { AppError } from '../../../shared/errors'
import type { RateLimits } from '../../accounts/auth/rate-limits'
import type { AuthServices } from '../../accounts/auth/routes'
import { CreatedInvitation } from '../../accounts/invitations/model'
import { getCompanyHours, updateCompanyHours } from '../../platform/company/opening-hours'
import { HoursFields, HoursInput } from '../../platform/hours/model'
import { Plan } from '../plans/model'
import { createCompany, renewCompany, updateCompany, updateLocale } from './change'
import { deleteCompany } from './delete'
import { inviteFirstAgain } from './invite-first'
import {
  Company,
  CompanyChange,
  CompanyQuery,
  Confirmation,
  CreatedCompany,
  Locale,
  NewCompany,
  SignedUp,
  SignUpAnswer,
  Signup,
} from './model'
import { getCompany, listCompanies, planOfCompany } from './read'
import { confirmSignUp, signUp } from './service'

/** Options of the list routes; a new object per route, because Elysia stores the guard in it. */
const list = () =>
  ({
    super: true,
    query: CompanyQuery,
    detail: documentResponse(t.Object({ companies: t.Array(Company), ...pageFields })),
  }) as const

/**
 * Runs a sign-up within the limits of its address, its network and all sign-ups. A refused password is no attempt of the
 * address: it costs no hash and tells nothing of other accounts. @throws ERR_RATE_LIMIT
 */
async function withinLimits<R>(limits: RateLimits, ip: string, run: () => Promise<R>): Promise<R> {
  limits.signup.take(ip)
  limits.signupNetwork.take(wideNetworkOf(ip))
  limits.signedUp.take('')
  try {
    return await run()
  } catch (error) {
    limits.signedUp.giveBack('')
    if (error instanceof AppError && error.code === 'ERR_WEAK_PASSWORD') limits.signup.giveBack(ip)
    throw error
  }
}

export const companyRoutes = ({ auth, publicUrl }: AuthServices) =>
  new Elysia({ prefix: '/companies' })
    .use(guard(auth))
    .post(
      '/cadastro',
      ({ body, request, server }) => {
        checkOrigin(request.headers, publicUrl)
        const { ip } = clientInfo(request, server)
        const limitMails = (email: string) => auth.limits.signupMail.take(email)
        return withinLimits(auth.limits, ip, () => signUp(auth.platform, body, ip, limitMails))
      },
      { parse: parsePublicBody, body: Signup, response: SignUpAnswer },
    )
    .post(
      '/cadastro/confirm',
      ({ body, request, server }) => {
        checkOrigin(request.headers, publicUrl)
        const { ip } = clientInfo(request, server)
        auth.limits.signupConfirmation.take(ip)
        return confirmSignUp(auth.platform, body.token, ip)
      },
      { parse: parsePublicBody, body: Confirmation, response: SignedUp },
    )
    .get('/', ({ platform, query }) => listCompanies(platform, query), list())
    .get('/list', ({ platform, query }) => listCompanies(platform, query), list())
    .get('/listPlan/:id', ({ scope, me, params }) => planOfCompany(auth.platform, me, scope.companyId, params.id), {
      auth: true,
      params,
      detail: documentResponse(t.Object({ plan: Plan })),
    })
    .get('/:id', ({ scope, me, params }) => getCompany(auth.platform, me, scope.companyId, params.id), {
      auth: true,
      params,
      response: Company,
    })
    .post('/', ({ scope, platform, body }) => createCompany(scope, platform, body), {
      super: true,
      body: NewCompany,
      response: CreatedCompany,
    })
    .post('/:id/invitation', ({ scope, platform, params }) => inviteFirstAgain(scope, platform, params.id), {
      super: true,
      params,
      response: CreatedInvitation,
    })
    .put('/:id', ({ scope, platform, params, body }) => updateCompany(scope, platform, params.id, body), {
      super: true,
      params,
      body: CompanyChange,
      response: Company,
    })
    .post('/:id/renew', ({ scope, platform, params }) => renewCompany(scope, platform, params.id), {
      super: true,
      params,
      response: Company,
    })
    .get('/:id/schedules', ({ scope, params }) => getCompanyHours(scope, auth.platform, params.id), {
      auth: true,
      params,
      response: t.Object(HoursFields),
    })
    .put('/:id/schedules', ({ scope, params, body }) => updateCompanyHours(scope, auth.platform, params.id, body), {
      can: 'settings:edit',
      params,
      body: t.Object(HoursInput, atLeastOneField),
      response: t.Object(HoursFields),
    })
    .put('/:id/locale', ({ scope, params, body }) => updateLocale(scope, auth.platform, params.id, body), {
      can: 'settings:edit',
      params,
      body: Locale,
      response: Company,
    })
    .delete('/:id', ({ scope, platform, params }) => deleteCompany(scope, platform, params.id), {
      super: true,
      params,
      response: Deleted,
    })
