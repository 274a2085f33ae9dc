import type { Page } from 'playwright'
import { said, saidOf } from './said'
import { button, type Screen } from './screen'

const hasNeighbours = (page: Page) => page.getByText('Ótica Sol Nascente').waitFor()

/** Screens of the provider. */
export const providerScreens: Screen[] = [
  {
    name: 'provider-overview',
    path: '/overview',
    who: 'provider',
    async show(page) {
      await page.getByRole('heading', { name: said('Receita') }).waitFor()
      await hasNeighbours(page)
    },
  },
  {
    name: 'provider-overview-mail',
    path: '/overview#mail',
    who: 'provider',
    show: (page) => page.getByRole('dialog').getByLabel(said('Seu número de WhatsApp')).waitFor(),
  },
  { name: 'provider-companies', path: '/settings?tab=companies', who: 'provider', show: hasNeighbours },
  {
    name: 'provider-company',
    path: '/settings?tab=companies',
    who: 'provider',
    async show(page) {
      await hasNeighbours(page)
      await button(page, saidOf('Editar {{name}}', 'Ótica Sol Nascente')).click()
    },
  },
  {
    name: 'provider-plans',
    path: '/settings?tab=plans',
    who: 'provider',
    show: (page) => page.getByText('Essencial').waitFor(),
  },
  {
    name: 'provider-helps',
    path: '/settings?tab=helps',
    who: 'provider',
    show: (page) => page.getByText('Primeiros passos').waitFor(),
  },
  {
    name: 'provider-nodes',
    path: '/settings?tab=nodes',
    who: 'provider',
    show: (page) => page.getByText(said('Carga da máquina')).waitFor(),
  },
  {
    name: 'provider-backups',
    path: '/settings?tab=backups',
    who: 'provider',
    show: (page) => page.getByText(said('Nenhum backup automático está configurado')).waitFor(),
  },
  {
    name: 'provider-payments',
    path: '/settings?tab=payments',
    who: 'provider',
    show: (page) => page.getByLabel(said('Chave Pix')).waitFor(),
  },
  {
    name: 'provider-announcements',
    path: '/announcements',
    who: 'provider',
    show: (page) => page.getByText('Áudios mais leves').waitFor(),
  },
  {
    name: 'provider-financeiro',
    path: '/financeiro',
    who: 'provider',
    async show(page) {
      await page.getByRole('tab', { name: said('Todas as empresas') }).click()
      await hasNeighbours(page)
    },
  },
]
