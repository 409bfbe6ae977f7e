import type { SeedArticle } from '../article.ts';

export const mobilityBeforeStrength: SeedArticle = {
  title: {
    fr: 'Pourquoi la mobilité passe avant la force',
    en: 'Why mobility comes before strength',
  },
  tags: ['stretching', 'technique'],
  cover: 'mobility-before-strength',
  item: 'mobility-blocks',
  date: '2026-10-06',
  content: {
    fr: `
<p>On commence souvent l’entraînement par ce qui se voit : des tractions, des pompes, des répétitions à compter. La mobilité vient après, s’il reste du temps. C’est l’ordre inverse qui fonctionne. Une articulation qui ne va pas librement jusqu’au bout de son mouvement oblige les autres à compenser, et la force que vous construisez par-dessus renforce la compensation.</p>
<h2>Souplesse et mobilité : deux choses différentes</h2>
<p>La <strong>souplesse</strong> est l’amplitude que l’on obtient de l’extérieur : la gravité, une sangle ou un partenaire vous emmène dans la position. La <strong>mobilité</strong> est l’amplitude que vous atteignez et contrôlez sans aide. La différence entre les deux est une zone sans moteur : vous pouvez y aller, mais sans y avoir de force. C’est là que l’on se blesse.</p>
<p>Le but n’est donc pas de s’étirer toujours plus loin, mais de rendre utilisable l’amplitude que vous avez déjà.</p>
<h2>Trois tests à faire aujourd’hui</h2>
<ol>
<li><strong>Les épaules.</strong> Dos au mur, talons à dix centimètres, bas du dos plaqué. Levez les bras tendus : les pouces touchent-ils le mur sans que le dos se décolle ?</li>
<li><strong>Les hanches.</strong> Accroupissez-vous, talons au sol, et restez-y une minute. Pouvez-vous respirer tranquillement ?</li>
<li><strong>Les chevilles.</strong> Un genou au sol, le gros orteil de l’autre pied à dix centimètres du mur. Le genou avant touche-t-il le mur sans que le talon se lève ?</li>
</ol>
<p>Un « non » n’est pas un défaut. C’est une information : voilà où vos dix prochaines minutes rapporteront le plus.</p>
<h2>La routine de dix minutes</h2>
<p>Faites-la chaque jour, de préférence avant la séance de force. Les mouvements sont lents, cinq secondes à l’aller et cinq au retour.</p>
<ul>
<li><strong>Rotations contrôlées</strong> du cou, des épaules, des hanches et des chevilles : trois tours dans chaque sens, les plus grands possibles, le reste du corps immobile.</li>
<li><strong>Accroupi actif</strong> : une minute en bas, en poussant les genoux vers l’extérieur avec les coudes.</li>
<li><strong>90/90</strong> : assis au sol, une jambe pliée devant, l’autre sur le côté. Passez d’un côté à l’autre dix fois, sans les mains si possible.</li>
<li><strong>Suspension</strong> à la barre : trois fois vingt secondes, d’abord passive, puis en abaissant les omoplates.</li>
<li><strong>Fente basse</strong> avec le genou arrière au sol : contractez le fessier dix secondes, relâchez, descendez d’un centimètre.</li>
</ul>
<p>Un bloc de liège sous les mains ou sous le bassin rend ces positions accessibles dès le premier jour. Il ne s’agit pas de tricher : il s’agit de rester assez à l’aise pour respirer, car un muscle qui se défend ne s’allonge pas.</p>
<h2>Quand voit-on la différence ?</h2>
<p>L’amplitude gagnée en une séance disparaît en quelques heures ; c’est le système nerveux qui a simplement baissé la garde. Après trois à quatre semaines de pratique quotidienne, elle reste. Après trois mois, les progrès de force suivent : un accroupi profond et stable rend chaque squat plus efficace, et des épaules libres sont la moitié d’un équilibre sur les mains.</p>
<p>Ne cherchez pas la douleur. Une tension franche, autour de six sur dix, suffit. Un pincement dans l’articulation est un signal d’arrêt : changez d’angle ou demandez conseil à un professionnel de santé.</p>`,
    en: `
<p>Training usually begins with what can be seen: pull-ups, push-ups, repetitions to count. Mobility comes afterwards, if there is time left. It works better the other way round. A joint that cannot move freely to the end of its range makes the others compensate, and the strength you build on top of it strengthens the compensation.</p>
<h2>Flexibility and mobility are two different things</h2>
<p><strong>Flexibility</strong> is the range you can be brought into from outside: gravity, a strap or a partner takes you there. <strong>Mobility</strong> is the range you can reach and control on your own. The gap between the two is a zone without an engine: you can get there, but you are not strong there. That is where injuries happen.</p>
<p>So the aim is not to stretch further and further, but to make the range you already have usable.</p>
<h2>Three tests for today</h2>
<ol>
<li><strong>Shoulders.</strong> Back against a wall, heels ten centimetres away, lower back flat. Raise your straight arms: do your thumbs touch the wall without your back coming off it?</li>
<li><strong>Hips.</strong> Squat all the way down with your heels on the floor and stay for a minute. Can you breathe calmly?</li>
<li><strong>Ankles.</strong> One knee on the floor, the big toe of the other foot ten centimetres from a wall. Does the front knee touch the wall with the heel down?</li>
</ol>
<p>A “no” is not a flaw. It is information: this is where your next ten minutes will pay off most.</p>
<h2>The ten-minute routine</h2>
<p>Do it every day, ideally before strength work. Move slowly, five seconds out and five seconds back.</p>
<ul>
<li><strong>Controlled rotations</strong> of the neck, shoulders, hips and ankles: three circles each way, as large as you can, with the rest of the body still.</li>
<li><strong>Active squat</strong>: one minute at the bottom, pushing your knees out with your elbows.</li>
<li><strong>90/90</strong>: sit on the floor, one leg bent in front, the other to the side. Switch sides ten times, without hands if you can.</li>
<li><strong>Hanging</strong> from a bar: three sets of twenty seconds, first passive, then drawing the shoulder blades down.</li>
<li><strong>Low lunge</strong> with the back knee down: squeeze the glute for ten seconds, release, sink one centimetre.</li>
</ul>
<p>A cork block under your hands or your hips makes these positions possible from day one. That is not cheating: you have to be comfortable enough to breathe, because a muscle that defends itself does not lengthen.</p>
<h2>When will you notice?</h2>
<p>The range you gain in one session is gone within hours; your nervous system has merely lowered its guard. After three or four weeks of daily practice it stays. After three months strength follows: a deep, steady squat makes every repetition count, and free shoulders are half of a handstand.</p>
<p>Do not look for pain. A clear stretch, around six out of ten, is enough. A pinch inside the joint means stop: change the angle, or ask a health professional.</p>`,
  },
};
