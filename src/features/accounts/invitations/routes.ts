import { Elysia, t } from 'elysia'
import { checkOrigin, clientAddress, clientInfo } from '../../../core/http/client-info'
import { Deleted } from '../../../core/http/documented-response'
import { guard, parsePublicBody } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import type { Authenticator } from '../auth/authenticator'
import { LoginAnswer, refreshCookieSchema } from '../auth/model'
import { refreshCookie } from '../auth/refresh/refresh-cookie'
import { acceptInvitation, showInvitation } from './accept'
import { createInvitation } from './create'
import { Acceptance, CreatedInvitation, Invitation, InvitationFacts, InvitationToken, NewInvitation } from './model'
import { listInvitations } from './read'
import { revokeInvitation } from './revoke'

/** Invitations of a company's team, for its admins. */
export const invitationRoutes = (auth: Authenticator) =>
  new Elysia({ prefix: '/invitations' })
    .use(guard(auth))
    .get('/', async ({ scope }) => ({ invitations: await listInvitations(scope) }), {
      can: 'user:edit',
      response: t.Object({ invitations: t.Array(Invitation) }),
    })
    .post('/', ({ scope, body }) => createInvitation(scope, auth, body), {
      can: 'user:edit',
      lasting: true,
      body: NewInvitation,
      response: CreatedInvitation,
    })
    .delete('/:id', ({ scope, params }) => revokeInvitation(scope, params.id), {
      can: 'user:edit',
      params,
      response: Deleted,
    })

/** The invited person's side, without a login. The token is sent in the body, which no proxy logs. */
export const invitedRoutes = ({ auth, publicUrl }: { auth: Authenticator; publicUrl: string }) =>
  new Elysia({ prefix: '/auth/invitation' })
    .post('/', ({ body, request, server }) => showInvitation(auth, body.token, clientAddress(request, server)), {
      parse: parsePublicBody,
      body: InvitationToken,
      response: InvitationFacts,
    })
    .post(
      '/accept',
      async ({ body, request, server, cookie }) => {
        checkOrigin(request.headers, publicUrl)
        const signedIn = await acceptInvitation(auth, body, clientInfo(request, server))
        return refreshCookie(publicUrl).setRefreshCookie(cookie, signedIn)
      },
      { parse: parsePublicBody, body: Acceptance, cookie: refreshCookieSchema, response: LoginAnswer },
    )
