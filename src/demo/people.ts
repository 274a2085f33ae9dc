/** The three who work in the demonstration's shop. Their passwords are printed by the demo command, and are no secret. */
export const staff = [
  { name: 'Marina Duarte', email: 'marina@doceaurora.example', password: 'brigadeiro-com-granulado', profile: 'admin' },
  {
    name: 'Rafael Nogueira',
    email: 'rafael@doceaurora.example',
    password: 'torta-de-limao-fresca',
    profile: 'supervisor',
  },
  { name: 'Bia Campos', email: 'bia@doceaurora.example', password: 'pao-de-mel-quentinho', profile: 'user' },
] as const

/** Who runs the installation; the specification's super user, of the provider's own company. */
export const provider = { email: 'provedor@balcao.example', password: 'bandeja-de-quindim-dourada' }

export const shop = { name: 'Doce Aurora Confeitaria', email: 'contato@doceaurora.example', phone: '11930201020' }

/** Connections and the simulated phones that are theirs; the second one waits for the visitor to scan its code. */
export const demoConnections = {
  linked: { name: 'WhatsApp da loja', number: '5511930201020', phone: 'Doce Aurora' },
  waiting: { name: 'WhatsApp do ateliê', number: '5511930203040', phone: 'Ateliê Doce Aurora' },
} as const

export interface Person {
  name: string
  number: string
  /** WhatsApp does not tell the shop their number. */
  hidden: boolean
  /** Has a picture, drawn from this seed. */
  portrait: number | null
}

const first = [
  ['Ana Beatriz', 'Juliana', 'Patrícia', 'Camila', 'Fernanda', 'Larissa', 'Renata', 'Simone', 'Tatiane', 'Vanessa'],
  ['Carlos', 'Eduardo', 'Gustavo', 'Marcelo', 'Paulo', 'Rodrigo', 'Thiago', 'Vinícius', 'André', 'Felipe'],
] as const
const last = [
  'Moura',
  'Teixeira',
  'Barbosa',
  'Cardoso',
  'Freitas',
  'Lopes',
  'Nunes',
  'Prado',
  'Queiroz',
  'Sales',
  'Viana',
]
const areas = ['11', '11', '11', '19', '13', '21']

/** Sixty-four customers, always the same, two women for one man; no name or number twice. */
export const people: Person[] = Array.from({ length: 64 }, (_, index) => {
  const man = index % 3 === 2
  const turn = man ? Math.floor(index / 3) : index - Math.floor((index + 1) / 3)
  const name = `${first[man ? 1 : 0][turn % 10]} ${last[(turn * 4 + Math.floor(turn / 10)) % last.length]}`
  const number = `55${areas[index % areas.length]}9${String(81_042_317 + index * 263_071).slice(0, 8)}`
  return { name, number, hidden: index === 9, portrait: index % 5 === 4 ? null : index + 1 }
})

/** Somebody new, who writes by themselves a little after each start. */
export const newCustomer: Person = { name: 'Lívia Ramos', number: '5511988123434', hidden: false, portrait: 77 }
