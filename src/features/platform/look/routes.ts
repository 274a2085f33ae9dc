import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { AppError } from '../../../shared/errors'
import { changeLook } from './change'
import { Look, LookChange, PictureFile, PictureInput, PictureParams } from './model'
import { removePicture, replacePicture } from './pictures'
import { readLook, readLookPicture } from './read'

/** Look of the product: reading it needs no login, changing it a super user. */
export const lookRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/look' })
    .use(guard(auth))
    .get('/', () => readLook(auth.platform), { response: Look })
    .get('/files/:file', ({ params }) => servePicture(auth, params.file), {
      params: PictureFile,
      response: t.Any(),
    })
    .put('/', ({ scope, platform, body }) => changeLook(scope, platform, body), {
      super: true,
      body: LookChange,
      response: Look,
    })
    .put(
      '/pictures/:kind',
      ({ scope, platform, params, body }) => replacePicture(scope, platform, params.kind, body.content),
      {
        super: true,
        params: PictureParams,
        body: PictureInput,
        response: Look,
      },
    )
    .delete('/pictures/:kind', ({ scope, platform, params }) => removePicture(scope, platform, params.kind), {
      super: true,
      params: PictureParams,
      response: Look,
    })

/** The name of a picture is its hash, so browsers keep it for a year. */
async function servePicture({ platform }: Auth, file: string) {
  const bytes = await readLookPicture(platform, file.slice(0, -'.png'.length))
  if (!bytes) throw new AppError('ERR_NO_MEDIA_FOUND')
  return new Response(bytes, {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}
