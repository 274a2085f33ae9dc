import { Elysia, t } from 'elysia'
import { Deleted, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { FileListInput, FileList as FileListOut, FileQuery, FileUpload } from './model'
import { getFileList, listFileLists } from './read'
import { createFileList, deleteFileList, updateFileList } from './service'
import { uploadFiles } from './upload'

export const fileRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/files' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listFileLists(scope, query), {
      auth: true,
      query: FileQuery,
      response: t.Object({ files: t.Array(FileListOut), ...pageFields }),
    })
    .get('/:id', ({ scope, params }) => getFileList(scope, params.id), { auth: true, params, response: FileListOut })
    .post('/', ({ scope, body }) => createFileList(scope, body), {
      can: 'file:edit',
      body: FileListInput,
      response: FileListOut,
    })
    .post('/uploadList/:id', ({ scope, params, body }) => uploadFiles(scope, params.id, body), {
      can: 'file:edit',
      params,
      body: FileUpload,
      response: FileListOut,
    })
    .put('/:id', ({ scope, params, body }) => updateFileList(scope, params.id, body), {
      can: 'file:edit',
      params,
      body: changeOf(FileListInput),
      response: FileListOut,
    })
    .delete('/:id', ({ scope, params }) => deleteFileList(scope, params.id), {
      can: 'file:edit',
      params,
      response: Deleted,
    })
