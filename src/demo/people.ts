/** Users of the sample company. Their passwords are not secret: `balcao demo` prints them. */
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

/** Login of the super user, who belongs to the provider's company. */
export const provider = { email: 'provedor@balcao.example', password: 'bandeja-de-quindim-dourada' }

export const shop = { name: 'Doce Aurora Confeitaria', email: 'contato@doceaurora.example', phone: '11930201020' }

/** The two connections and the names of their simulated phones. `waiting` is not linked; the user scans its code. */
export const demoConnections = {
  linked: { name: 'WhatsApp da loja', number: '5511930201020', phone: 'Doce Aurora' },
  waiting: { name: 'WhatsApp do ateliê', number: '5511930203040', phone: 'Ateliê Doce Aurora' },
} as const

export interface Person {
  name: string
  number: string
  /** True when WhatsApp reports only the LID of this customer, without the phone number. */
  hidden: boolean
  /** Seed of the drawn profile picture; null for a customer without one. */
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

/** 64 customers, the same in every run, with distinct names and numbers; two of three have female names. */
export const people: Person[] = Array.from({ length: 64 }, (_, index) => {
  const man = index % 3 === 2
  const turn = man ? Math.floor(index / 3) : index - Math.floor((index + 1) / 3)
  const name = `${first[man ? 1 : 0][turn % 10]} ${last[(turn * 4 + Math.floor(turn / 10)) % last.length]}`
  const number = `55${areas[index % areas.length]}9${String(81_042_317 + index * 263_071).slice(0, 8)}`
  return { name, number, hidden: index === 9, portrait: index % 5 === 4 ? null : index + 1 }
})

/** Customers without past conversations, who write one after the other from 25 s after each start. */
export const newCustomers: Person[] = [
  { name: 'Lívia Ramos', number: '5511988123434', hidden: false, portrait: 77 },
  { name: 'Otávio Brandão', number: '5511988124545', hidden: false, portrait: 79 },
  { name: 'Célia Fontes', number: '5519988125656', hidden: false, portrait: null },
]

/** Customer without past conversations, who asks the assistant 40 s after each start. */
export const askingCustomer: Person = { name: 'Caio Menezes', number: '5511977664455', hidden: false, portrait: 83 }
