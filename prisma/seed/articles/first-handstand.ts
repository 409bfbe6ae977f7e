import type { SeedArticle } from '../article.ts';

export const firstHandstand: SeedArticle = {
  title: {
    fr: 'Votre premier équilibre sur les mains',
    en: 'Your first handstand',
  },
  tags: ['handstand', 'technique'],
  cover: 'first-handstand',
  item: 'parallettes',
  date: '2026-11-10',
  content: {
    fr: `
<p>L’équilibre sur les mains impressionne, et c’est dommage : on l’imagine réservé aux gymnastes, alors qu’il s’apprend, comme le vélo. Il ne demande ni force hors du commun ni courage particulier, mais de la régularité, un mur et quelques bonnes habitudes. Comptez trois à six mois, à raison de quatre courtes séances par semaine.</p>
<h2>Ce dont vous avez besoin</h2>
<ul>
<li><strong>Des poignets préparés.</strong> Ils vont porter tout votre poids, à angle droit. Cinq minutes d’échauffement avant chaque séance, toujours.</li>
<li><strong>Des épaules qui s’ouvrent.</strong> Bras tendus au-dessus de la tête, vous devez pouvoir coller les bras aux oreilles sans cambrer le dos.</li>
<li><strong>Un mur dégagé</strong> et un sol ferme. Un tapis épais déstabilise les mains : gardez-le pour autre chose.</li>
</ul>
<h2>Étape 1 : face au mur</h2>
<p>Partez dos au mur, posez les mains à un mètre, puis montez les pieds le long du mur : vous voilà face à lui. Rapprochez peu à peu les mains jusqu’à ce que la poitrine soit proche du mur. Cette position, le ventre vers le mur, vous apprend la bonne ligne : poignets, épaules, hanches et chevilles l’un au-dessus de l’autre.</p>
<p>Poussez le sol comme si vous vouliez grandir, serrez les fessiers et rentrez légèrement les côtes. Visez cinq fois vingt secondes, puis trois fois une minute. Respirez : une apnée fait monter la tension et n’aide en rien.</p>
<h2>Étape 2 : apprendre à tomber</h2>
<p>La peur de basculer bloque plus de débutants que le manque de force. Apprenez donc à sortir avant d’apprendre à tenir. La sortie la plus simple est le <em>quart de tour</em> : quand vous partez trop loin, avancez une main d’un petit pas, laissez le bassin pivoter et posez un pied après l’autre, comme à la fin d’une roue. Répétez ce geste dix fois, volontairement, jusqu’à ce qu’il devienne banal.</p>
<h2>Étape 3 : décoller du mur</h2>
<p>Toujours ventre au mur, éloignez un pied de quelques centimètres, puis l’autre. Le corps se met à osciller : c’est exactement ce que vous cherchez. On ne tient pas un équilibre sur les mains immobile, on le corrige sans cesse avec les doigts.</p>
<ul>
<li>Vous partez vers le dos : appuyez le bout des doigts dans le sol, comme pour freiner.</li>
<li>Vous retombez vers les pieds : relâchez les doigts et poussez davantage dans les épaules.</li>
</ul>
<h2>Étape 4 : la montée</h2>
<p>Partez en fente, bras déjà tendus, épaules au-dessus des mains. La jambe arrière monte, l’autre pousse doucement. Une bonne montée est lente et presque silencieuse. Si vous heurtez le mur, vous avez pris trop d’élan : cherchez seulement à l’effleurer du talon.</p>
<h2>Une séance type</h2>
<ol>
<li>Échauffement des poignets et des épaules : 5 minutes.</li>
<li>Équilibre ventre au mur : 5 × 30 secondes.</li>
<li>Décollements du mur : 10 minutes, en notant le meilleur essai.</li>
<li>Montées : 10 essais propres, pas un de plus.</li>
</ol>
<p>Arrêtez-vous tant que les essais sont bons. Au-delà d’une demi-heure, l’attention baisse et l’on n’apprend plus que des erreurs. Les parallettes offrent une variante précieuse si vos poignets sont raides : la prise est neutre et la correction plus facile à sentir.</p>
<p>Un dernier conseil : filmez un essai par séance. On croit être droit, on est presque toujours cambré. L’image corrige en dix secondes ce que l’on chercherait pendant des semaines.</p>`,
    en: `
<p>A handstand looks like something for gymnasts only, which is a pity, because it is learned the way you learn to ride a bicycle. It asks for neither unusual strength nor unusual courage, just regular practice, a wall and a few good habits. Allow three to six months, with four short sessions a week.</p>
<h2>What you need</h2>
<ul>
<li><strong>Prepared wrists.</strong> They are about to carry your whole weight at a right angle. Five minutes of warm-up before every session, always.</li>
<li><strong>Shoulders that open.</strong> With your arms straight overhead, you should be able to touch your ears with your arms without arching your back.</li>
<li><strong>A clear wall</strong> and a firm floor. A thick mat makes the hands unstable: keep it for something else.</li>
</ul>
<h2>Step 1: facing the wall</h2>
<p>Start with your back to the wall, put your hands down a metre away and walk your feet up: now you face it. Bring your hands closer little by little until your chest is near the wall. Belly to the wall is the position that teaches the right line: wrists, shoulders, hips and ankles stacked on top of each other.</p>
<p>Push the floor away as if you wanted to grow taller, squeeze your glutes and draw your ribs in slightly. Aim for five holds of twenty seconds, then three of one minute. Keep breathing: holding your breath only builds tension.</p>
<h2>Step 2: learning to fall</h2>
<p>Fear of tipping over stops more beginners than a lack of strength does. So learn to get out before you learn to stay up. The simplest exit is the <em>quarter turn</em>: when you go too far, move one hand a small step forward, let the hips rotate and put down one foot after the other, as at the end of a cartwheel. Do it on purpose ten times, until it feels ordinary.</p>
<h2>Step 3: leaving the wall</h2>
<p>Still belly to the wall, take one foot a few centimetres away, then the other. Your body starts to sway, which is exactly what you are after. Nobody holds a handstand perfectly still; you correct it all the time with your fingers.</p>
<ul>
<li>Tipping over towards your back: press your fingertips into the floor, like a brake.</li>
<li>Dropping back towards your feet: release the fingers and push harder through the shoulders.</li>
</ul>
<h2>Step 4: the kick-up</h2>
<p>Start in a lunge, arms already straight, shoulders over the hands. The back leg rises while the other gives a gentle push. A good kick-up is slow and almost silent. If you slam into the wall, you used too much swing; try to brush it with your heel.</p>
<h2>A typical session</h2>
<ol>
<li>Wrist and shoulder warm-up: 5 minutes.</li>
<li>Belly-to-wall holds: 5 × 30 seconds.</li>
<li>Feet off the wall: 10 minutes, noting your best attempt.</li>
<li>Kick-ups: 10 clean attempts, not one more.</li>
</ol>
<p>Stop while your attempts are still good. After half an hour attention fades and all you practise is mistakes. Parallettes are a welcome variation if your wrists are stiff: the grip is neutral and corrections are easier to feel.</p>
<p>One last piece of advice: film one attempt per session. We all believe we are straight, and we are almost always arched. Ten seconds of video will show you what weeks of guessing can’t.</p>`,
  },
};
