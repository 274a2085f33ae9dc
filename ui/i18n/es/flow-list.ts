import type { Texts } from '../pt/all'

export const flowList: Texts['flowList'] = {
  name: 'Nombre',
  active: 'Activo',
  version: 'Versión',
  note: 'Nota',
}
