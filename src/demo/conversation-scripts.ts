export type QueueName = 'orders' | 'tastings' | 'finance'

/** Text of a conversation, in the notation of `readScript`. */
interface Script {
  queue: QueueName
  lines: string
}

/** Conversations of a small cake shop with its customers. */
export const scripts: Script[] = [
  {
    queue: 'orders',
    lines: `
c: {saudacao}! Vocês fazem bolo de aniversário para {dia}?
a: {saudacao}, {nome}! Aqui é a {agente} 😊 Fazemos sim. Para quantas pessoas seria?
c: Umas {pessoas}. Queria de {sabor}
a[cake] Este é o de {sabor}, do tamanho que serve {pessoas} pessoas
c: Que lindo!! Quanto fica?
a> Esse fica R$ {valor}, com o nome escrito em cima incluso.
c: Fechado! Pode escrever "Parabéns, {crianca}"
a: Combinado. Fica pronto {dia} às {hora}. Para confirmar, pedimos metade adiantado por Pix: contato@doceaurora.example
c[receipt] Feito!
a: Recebido, obrigada! Pedido nº {pedido} confirmado ✅
c+ ❤️`,
  },
  {
    queue: 'orders',
    lines: `
c: Oi, boa tarde. Quanto está o cento de {doce}?
a: Boa tarde, {nome}! O cento de {doce} está R$ {cento}. Abaixo de 50 unidades sai R$ 2,20 cada.
c: E se eu levar dois sabores?
a: Pode dividir em até 4 sabores sem mudar o preço 😉
a[sweets] Assim vai a caixa com os sabores misturados
c: Perfeito. Quero 200, metade {doce} e metade beijinho, para {dia}
a: Anotado! Retira aqui ou quer entrega?
c: Retiro às {hora}
a: Combinado, pedido nº {pedido}.`,
  },
  {
    queue: 'orders',
    lines: `
c[voice 7]
a: Oi, {nome}! Ouvi aqui. O bolo de {sabor} sem lactose a gente faz sim, só precisa de dois dias de antecedência.
c: Ótimo! Então pode ser para {dia}
a: Pode sim. Tamanho para {pessoas} pessoas?
c: Isso. Minha filha é alérgica, então por favor nada de leite mesmo 🙏
a: Fique tranquila, fazemos em forma separada. Vai anotado na etiqueta.
c: Obrigada, vocês são demais
a+ 🙏`,
  },
  {
    queue: 'orders',
    lines: `
c: Bom dia, vocês entregam no {bairro}?
a: Bom dia, {nome}! Entregamos sim, a taxa para o {bairro} é R$ {taxa}.
c[place]
c: É neste endereço, portão azul
a: Perfeito, dá para chegar entre {hora} e meia hora depois.
c: Combinado, quem recebe é a minha mãe, dona {mae}
a: Anotado 😊 O entregador avisa quando sair.
a: {nome}, o entregador já saiu!
c: Chegou aqui, está lindo!
c[cake] Olhem que capricho
a: Que bom! Boa festa 🎉`,
  },
  {
    queue: 'orders',
    lines: `
c: Oi! Tenho o pedido nº {pedido} para {dia}, dá para trocar o recheio?
a: Oi, {nome}! Dá sim, ainda não começamos. Qual recheio você prefere?
c: Queria {sabor} no lugar de doce de leite
a: Trocado. O valor fica o mesmo.
c> E o horário continua {hora}?
a: Isso, {hora}. Qualquer coisa é só chamar.
c: 👍`,
  },
  {
    queue: 'orders',
    lines: `
c: Boa tarde. Peguei um bolo ontem e veio com o nome errado…
c[cake] Era para ser "{crianca}"
a: Poxa, {nome}, mil desculpas! Foi erro nosso mesmo.
a: Posso mandar uma placa nova ainda hoje, ou devolver R$ {taxa}. O que prefere?
c: Se a placa chegar até {hora} já resolve
a: Chega sim, mando agora com o motoboy. E uma caixinha de {doce} por nossa conta.
c: Chegou, obrigada por resolver tão rápido!
a: Imagina! Desculpe mais uma vez 💛
c+ ❤️`,
  },
  {
    queue: 'orders',
    lines: `
c: Olá, preciso de um coffee break para {pessoas} pessoas na empresa, {dia} de manhã
a: Olá, {nome}! Temos um pronto para isso: mini sanduíches, bolo de {sabor}, {doce} e sucos.
a[pdf Orçamento coffee break] Segue o orçamento com as três opções
c: Recebi, vou mostrar para o meu chefe
c: Aprovaram a opção 2! Conseguem emitir nota?
a: Emitimos sim. Me manda o CNPJ e a razão social, por favor?
c: 12.345.678/0001-95, Horizonte Contabilidade Ltda
a: Obrigada! Fica R$ {valor}, faturado para 15 dias.`,
  },
  {
    queue: 'orders',
    lines: `
c: Vocês abrem no feriado?
a: Abrimos sim, {nome}, das 9h às 14h 😊
c: Maravilha! Ainda tem torta de {sabor} na vitrine?
a: Tem duas. Quer que eu separe uma?
c: Quero! Passo aí {hora}
a: Separada no seu nome.
c[sticker]`,
  },
  {
    queue: 'orders',
    lines: `
c: Oi, vi no Instagram o bolo de três andares, vocês fazem para casamento?
a: Oi, {nome}! Parabéns 💍 Fazemos sim. Já tem a data?
c: Seria em março, para uns 120 convidados
a: A gente costuma marcar uma degustação antes, sem compromisso. Quer que eu veja um horário?
a[cake] Este foi o do último sábado
c: Quero sim! Pode ser num sábado?
a: Pode. Vou passar você para a agenda, um minutinho.`,
  },
  {
    queue: 'tastings',
    lines: `
c: Boa tarde! Queria agendar uma degustação de bolos de casamento
a: Boa tarde, {nome}! Claro 😊 Temos {dia} às {hora} ou no sábado às 10h.
c: {dia} às {hora} está ótimo
a: Agendado! São cinco sabores, dura uns 40 minutos. Vocês serão quantos?
c: Eu, meu noivo e minha mãe
a: Perfeito, até {dia}! O endereço é Rua das Acácias, 214.
c: Pode estacionar na frente?
a> Pode sim, temos duas vagas para clientes.
c+ 👍`,
  },
  {
    queue: 'tastings',
    lines: `
c: Oi, {agente}, não vou conseguir ir amanhã na degustação 😢
a: Oi, {nome}! Sem problema, quer remarcar?
c: Pode ser {dia}, {hora}?
a: Deixa eu ver aqui… pode sim!
c: Obrigada pela paciência
a: Imagina. Remarcado para {dia}, {hora} ✅`,
  },
  {
    queue: 'tastings',
    lines: `
c[voice 9]
a[voice 5]
c: Entendi! Então quero o curso de {doce} do dia 14
a: Ótimo, {nome}! A vaga é R$ {taxa}, com apostila e tudo o que você fizer vai para casa 😄
c: Pode reservar duas? Vou com uma amiga
c[card]
a: Reservadas! Mando o lembrete para vocês na véspera.`,
  },
  {
    queue: 'tastings',
    lines: `
c: Vocês fazem visita para ver o espaço da festa?
a: Fazemos sim, {nome}. Onde vai ser?
c: No salão do meu prédio, no {bairro}
c[place]
a: Conseguimos ir {dia} às {hora}. Pode ser?
c: Pode, aviso na portaria
a: Combinado! Quem vai é o Rafael.`,
  },
  {
    queue: 'finance',
    lines: `
c: Bom dia, podem me mandar a nota do pedido {pedido}?
a: Bom dia, {nome}! Só um instante.
a[pdf Nota fiscal {pedido}]
c: Recebi, obrigada!
a: De nada 😊 Precisa de mais alguma coisa?
c: Por enquanto não`,
  },
  {
    queue: 'finance',
    lines: `
c: Olá, o boleto do mês venceu e não consegui pagar. Conseguem gerar outro?
a: Olá, {nome}! Claro. Quer com vencimento para quando?
c: Sexta, se der
a[pdf Boleto 2ª via] Segue a segunda via, sem juros
c> Obrigada, pago ainda hoje
a: Combinado!
c[receipt] Pago 🙌
a: Baixado aqui, {nome}. Obrigada!`,
  },
  {
    queue: 'finance',
    lines: `
c: Boa tarde, fiz o Pix do pedido {pedido} mas foi em dobro
c[receipt]
a: Boa tarde, {nome}! Vi aqui os dois, de R$ {valor} cada.
a: Devolvo um deles agora. Pode me confirmar a chave?
c: É o mesmo número deste telefone
a[receipt] Prontinho, devolvido
c: Caiu na hora, muito obrigada pela honestidade!
a+ ❤️`,
  },
  {
    queue: 'finance',
    lines: `
c: Oi, dá para parcelar o bolo de casamento?
a: Oi, {nome}! Parcelamos em até 4 vezes no cartão, ou 5% de desconto no Pix.
c: No Pix fica quanto?
a: De R$ {valor} por R$ {comdesconto}.
c: Vou de Pix então 😄
a: Ótimo! A chave é contato@doceaurora.example
c[receipt] Pago
a: Recebido! Obrigada pela preferência, {nome} 💛`,
  },
]
