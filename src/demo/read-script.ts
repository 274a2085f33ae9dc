import type { Random } from './random'

type Attachment = 'cake' | 'sweets' | 'receipt' | 'voice' | 'pdf' | 'place' | 'card' | 'sticker'

/** A message or reaction of a conversation. */
export interface Turn {
  fromMe: boolean
  text: string
  prop?: Attachment
  /** Duration of a voice note in seconds, or title of a document. */
  about?: string
  /** True when it quotes the other side's last message. */
  quotes: boolean
  /** True when it is a reaction to the other side's last message; `text` is the emoji. */
  reaction: boolean
}

const line = /^([ca])(?:(>)|(\+)|\[(\w+)(?: ([^\]]+))?\])?:? ?(.*)$/

/**
 * Parses a script of one line per turn: `c: text` by the customer, `a: text` by the agent. Instead of the colon, `>`
 * quotes the other side's last message, `+` reacts to it with an emoji, and `[prop about]` attaches a file, location or
 * contact with the text as its caption. `{name}` is replaced from `words`.
 */
export function readScript(lines: string, words: Record<string, string>): Turn[] {
  const filled = lines.trim().replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? name)
  return filled.split('\n').map((text) => {
    const found = line.exec(text)
    if (!found) throw new Error(`not a line of a script: ${text}`)
    const [, who, quote, plus, prop, about, said = ''] = found
    return {
      fromMe: who === 'a',
      text: said,
      prop: prop as Attachment,
      about,
      quotes: quote === '>',
      reaction: plus === '+',
    }
  })
}

const flavours = ['morango', 'brigadeiro', 'ninho com morango', 'limão', 'cenoura com chocolate', 'coco', 'maracujá']
const sweets = ['brigadeiro', 'beijinho', 'cajuzinho', 'bicho-de-pé', 'olho de sogra']
const districts = ['Jardim Paulista', 'Vila Mariana', 'Tatuapé', 'Santana', 'Butantã', 'Moema']
const days = ['sábado', 'domingo', 'sexta', 'quinta', 'terça', 'quarta']
const children = ['Helena', 'Miguel', 'Alice', 'Théo', 'Laura', 'Davi', 'Valentina']

/** Random values for the `{name}` placeholders of one conversation. */
export function randomWords(random: Random, person: { nome: string; agente: string }): Record<string, string> {
  const price = random.between(9, 46) * 10
  const money = (amount: number) => amount.toFixed(2).replace('.', ',')
  return {
    ...person,
    saudacao: random.pick(['Bom dia', 'Boa tarde', 'Oi', 'Olá']),
    dia: random.pick(days),
    hora: `${random.between(9, 17)}h`,
    pessoas: String(random.between(2, 8) * 5),
    sabor: random.pick(flavours),
    doce: random.pick(sweets),
    bairro: random.pick(districts),
    crianca: random.pick(children),
    mae: random.pick(['Sônia', 'Neusa', 'Marlene', 'Ivone']),
    pedido: String(random.between(1200, 1990)),
    valor: money(price),
    comdesconto: money(price * 0.95),
    cento: money(random.between(11, 16) * 10),
    taxa: money(random.between(3, 12) * 5),
  }
}
