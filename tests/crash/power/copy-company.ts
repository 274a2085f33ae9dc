import { superUser } from '../../executable/balcao'
import { until } from '../../until'
import type { Deployment } from '../deployment'

interface ExportView {
  id: number
  status: string
  url: string | null
}

/** Exports the company and imports the archive as another company, so that the recording has the files of both. */
export async function copyCompany(deployment: Deployment) {
  const { id } = await deployment.send<ExportView>('POST', '/exports')
  const url = await until('the export is ready', async () => {
    const { exports } = await deployment.get<{ exports: ExportView[] }>('/exports')
    return exports.find((each) => each.id === id && each.status === 'ready')?.url
  })
  const archive = await (await fetch(deployment.url + url)).bytes()
  await freeEmail(deployment)
  const answer = await fetch(`${deployment.url}/api/companies/import?planId=1&name=Copy`, {
    method: 'POST',
    headers: { authorization: `Bearer ${deployment.accessToken}` },
    body: archive,
  })
  if (answer.status !== 200) throw new Error(`the import answered ${answer.status}: ${await answer.text()}`)
}

/** Changes the e-mail of the first user, because an import is refused while one of its e-mails is taken. */
async function freeEmail(deployment: Deployment) {
  const { id } = await deployment.get<{ id: number }>('/auth/me')
  await deployment.send('PUT', `/users/${id}`, { email: 'moved@balcao.test', currentPassword: superUser.password })
}
