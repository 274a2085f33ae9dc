import { expect, test } from 'bun:test'
import { previewCampaign } from '../../../src/features/campaigns/campaign/preview'
import { listTargets } from '../../../src/features/campaigns/recipients/people'
import { runImport } from '../../../src/features/contacts/imports/run'
import { importFile } from '../../../src/features/contacts/imports/start'
import { listItems } from '../../../src/features/contacts/lists/read-items'
import { createContactList } from '../../../src/features/contacts/lists/service'
import { fillCampaignText } from '../../../src/shared/campaign/text'
import { createInstallation } from '../../installation'

const lines = ['nome;celular;Plano;Data de vencimento', 'Ana;11987654321;Ouro;10/05/2026', 'Rui;21987654321;;']

test('columns of an imported list fill the texts of campaigns, and are empty for a person without them', async () => {
  const ana = (await createInstallation()).scopeOf('ana')
  const { id: contactListId } = await createContactList(ana, { name: 'Clientes' })
  const { id: importId } = await importFile(ana, contactListId, { file: new File([lines.join('\n')], 'a.csv') })
  await runImport.run(ana, { importId }, { number: 1, last: false })
  const { contacts } = await listItems(ana, { contactListId })
  expect(contacts.map(({ variables }) => variables)).toEqual([
    { Plano: 'Ouro', 'Data de vencimento': '10/05/2026' },
    {},
  ])
  const valid = { validity: 'valid', waJid: '5511987654321@s.whatsapp.net' } as const
  await ana.transaction(({ db }) => db.update('contact_list_items').set(valid).execute())
  const message = '{primeiroNome}, plano {{Plano}} até {{data_de_vencimento}}.'
  const targets = await listTargets(ana, { contactListId, tagId: null }, 0, 10)
  expect(targets.map((target) => fillCampaignText(message, target, []))).toEqual([
    'Ana, plano Ouro até 10/05/2026.',
    'Rui, plano  até .',
  ])
  const { variants } = await previewCampaign(ana, { contactListId, message1: `${message} {{outra}}` })
  expect(variants[0]).toMatchObject({ text: 'Ana, plano Ouro até 10/05/2026. {{outra}}', unknownVariables: ['outra'] })
  const company = [{ key: 'plano', value: 'Básico' }]
  expect(targets.map((target) => fillCampaignText('{{plano}}', target, company))).toEqual(['Ouro', 'Básico'])
})
