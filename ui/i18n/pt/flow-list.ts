export const flowList = {
  name: 'Nome',
  active: 'Ativo',
  version: 'Versão',
  note: 'Nota',
}
