import { Elysia } from 'elysia'
import { plainly } from '../../core/http'
import { checkOrigin, visitorOf } from '../../core/visitor'
import type { AuthServices } from '../auth/routes'
import { SignedUp, Signup } from './model'
import { signUp } from './service'

export const companyRoutes = ({ auth, publicUrl }: AuthServices) =>
  new Elysia({ prefix: '/companies' }).post(
    '/cadastro',
    ({ body, request, server }) => {
      checkOrigin(request.headers, publicUrl)
      auth.limits.signup.take(visitorOf(request, server).ip)
      return signUp(auth.platform, body)
    },
    { parse: plainly, body: Signup, response: SignedUp },
  )
