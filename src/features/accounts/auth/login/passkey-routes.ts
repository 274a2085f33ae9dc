import { Elysia, t } from 'elysia'
import { Done } from '../../../../core/http/documented-response'
import { guard } from '../../../../core/http/guard'
import { idParams } from '../../../../core/http/schemas'
import { addPasskey, beginPasskey } from '../../passkeys/add'
import { removePasskey, renamePasskey } from '../../passkeys/change'
import { CreationOptions, NewPasskey, Passkey, PasskeyName } from '../../passkeys/model'
import { listPasskeys } from '../../passkeys/read'
import { relyingPartyOf } from '../../passkeys/relying-party'
import type { Authenticator } from '../authenticator'
import { PasswordProof } from '../model'
import { reauthenticate } from '../reauthentication'
import { assertFactorRemovable } from './second-factor-required'

/** Routes of the acting person's own passkeys. Adding and deleting one asks for the password again. */
export const ownPasskeyRoutes = (auth: Authenticator, publicUrl: string) =>
  new Elysia({ prefix: '/passkeys' })
    .use(guard(auth))
    .get('/', async ({ scope }) => ({ passkeys: await listPasskeys(scope) }), {
      auth: true,
      response: t.Object({ passkeys: t.Array(Passkey) }),
    })
    .post(
      '/options',
      async ({ scope, body, request }) => {
        const rp = relyingPartyOf(request.headers, publicUrl)
        await reauthenticate(auth.limits, scope, body.password)
        return beginPasskey(scope, rp)
      },
      { enrolling: true, body: PasswordProof, response: t.Object({ state: t.String(), options: CreationOptions }) },
    )
    .post('/', ({ scope, body, request }) => addPasskey(scope, relyingPartyOf(request.headers, publicUrl), body), {
      enrolling: true,
      body: NewPasskey,
      response: t.Object({ passkey: Passkey, recoveryCodes: t.Array(t.String()) }),
    })
    .put('/:id', ({ scope, params, body }) => renamePasskey(scope, params.id, body.name), {
      auth: true,
      params: idParams,
      body: PasskeyName,
      response: Passkey,
    })
    .post(
      '/:id/remove',
      async ({ scope, me, params, body }) => {
        await assertFactorRemovable(auth, scope, me, { passkeyId: params.id })
        await reauthenticate(auth.limits, scope, body.password)
        await removePasskey(scope, params.id)
        return { ok: true }
      },
      { auth: true, params: idParams, body: PasswordProof, response: Done },
    )
