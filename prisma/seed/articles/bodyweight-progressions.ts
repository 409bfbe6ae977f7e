import type { SeedArticle } from '../article.ts';

export const bodyweightProgressions: SeedArticle = {
  title: {
    fr: 'Progresser sans haltères : les quatre leviers',
    en: 'Getting stronger without weights: four levers',
  },
  tags: ['calisthenics', 'progression'],
  cover: 'bodyweight-progressions',
  item: 'pull-up-bar',
  date: '2026-06-09',
  content: {
    fr: `
<p>Avec une barre, progresser est simple : on ajoute un disque. Au poids du corps, la charge ne change pas, et beaucoup finissent par enchaîner cinquante pompes identiques en se demandant pourquoi rien ne bouge. La difficulté se règle pourtant très finement, à l’aide de quatre leviers.</p>
<h2>1. L’angle</h2>
<p>Plus le corps est horizontal, plus le mouvement est lourd. Les pompes commencent mains au mur, passent par le plan de travail, la table basse, le sol, puis les pieds surélevés. Les tractions suivent la même logique : buste presque droit aux anneaux, puis de plus en plus couché. Un changement d’angle de dix degrés vaut quelques kilos.</p>
<h2>2. Le bras de levier</h2>
<p>Éloigner la charge du pivot la rend plus lourde. Une planche groupée devient une planche jambes tendues ; un relevé de genoux devient un relevé de jambes. Inversement, plier les genoux est la première chose à faire quand un exercice paraît impossible.</p>
<h2>3. L’appui</h2>
<p>Passer de deux membres à un seul double presque l’effort et ajoute de l’équilibre. Entre les deux, il existe des étapes : la pompe en archer, où un bras reste tendu sur le côté ; le squat sur une jambe avec l’autre pied qui effleure le sol ; la traction avec une main sur une serviette.</p>
<h2>4. Le temps</h2>
<p>Descendre en cinq secondes, s’arrêter deux secondes en bas, remonter sans élan : voilà de quoi rendre huit répétitions plus difficiles que vingt. C’est le levier le plus discret et le plus sûr, car il n’ajoute aucune contrainte aux articulations.</p>
<h2>Comment s’en servir</h2>
<p>Choisissez une variante que vous réussissez <strong>cinq à douze fois</strong> avec une technique irréprochable. Faites-en trois séries. Quand les trois atteignent douze, tirez un seul levier, d’un seul cran : vous revenez autour de six répétitions et le cycle recommence.</p>
<ol>
<li><strong>Pousser</strong> : pompes inclinées, au sol, pieds surélevés, archer, à un bras.</li>
<li><strong>Tirer</strong> : tirage aux anneaux, traction avec élastique, traction négative, traction, traction lestée.</li>
<li><strong>Jambes</strong> : squat, fente, squat bulgare, squat sur une jambe assisté, libre.</li>
<li><strong>Gainage</strong> : planche, planche bras avancés, équerre groupée, équerre.</li>
</ol>
<p>Un élastique large est le meilleur ami des paliers difficiles. Passé autour de la barre et sous le genou, il retire assez de poids pour réussir cinq tractions propres au lieu d’une seule, tirée de travers. On en prend ensuite un plus fin, et ainsi de suite.</p>
<h2>Savoir attendre</h2>
<p>Deux règles évitent la plupart des déceptions. D’abord, ne changez de variante que si la dernière répétition ressemble à la première : une progression obtenue en trichant s’arrête au palier suivant. Ensuite, notez tout. La mémoire embellit ou noircit ; un carnet montre qu’en mars vous en faisiez quatre.</p>
<p>Attendez-vous à des plateaux de trois à quatre semaines, surtout sur les tractions. Ils ne signifient pas que la méthode est épuisée, mais que les tendons rattrapent les muscles. Gardez la variante, ralentissez la descente, dormez. Le cran suivant viendra, d’un coup, un jour où vous n’y pensiez plus.</p>`,
    en: `
<p>With a barbell, progress is simple: you add a plate. With your own body the load does not change, and many people end up doing fifty identical push-ups and wondering why nothing happens. Yet the difficulty can be set very precisely, with four levers.</p>
<h2>1. The angle</h2>
<p>The more horizontal your body, the heavier the movement. Push-ups start with your hands on a wall, then on a worktop, a low table, the floor, and finally with your feet raised. Pulling follows the same logic: almost upright on the rings, then leaning further and further back. Ten degrees are worth a few kilos.</p>
<h2>2. The lever arm</h2>
<p>Moving the load away from the pivot makes it heavier. A tucked plank becomes one with straight legs; a knee raise becomes a leg raise. The other way round, bending your knees is the first thing to try when an exercise seems impossible.</p>
<h2>3. The support</h2>
<p>Going from two limbs to one nearly doubles the effort and adds balance. There are steps in between: the archer push-up, where one arm stays straight at the side; the one-leg squat with the other foot brushing the floor; the pull-up with one hand on a towel.</p>
<h2>4. Time</h2>
<p>Go down in five seconds, stop for two at the bottom, come up without momentum: eight repetitions become harder than twenty. It is the most discreet lever and the safest, because it adds no strain to your joints.</p>
<h2>How to use them</h2>
<p>Choose a variation that you can do <strong>five to twelve times</strong> with faultless form. Do three sets. Once all three reach twelve, pull one lever by one notch: you are back at about six repetitions and the cycle starts again.</p>
<ol>
<li><strong>Push</strong>: incline push-ups, on the floor, feet raised, archer, one arm.</li>
<li><strong>Pull</strong>: ring rows, band-assisted pull-ups, negatives, pull-ups, weighted pull-ups.</li>
<li><strong>Legs</strong>: squat, lunge, Bulgarian split squat, assisted one-leg squat, free.</li>
<li><strong>Core</strong>: plank, long-lever plank, tuck L-sit, L-sit.</li>
</ol>
<p>A wide resistance band is your best friend on the difficult steps. Looped around the bar and under your knee, it takes away enough weight for five clean pull-ups instead of a single crooked one. Then you move on to a thinner band, and so on.</p>
<h2>Knowing how to wait</h2>
<p>Two rules spare you most disappointments. First, change variation only if the last repetition looks like the first: progress made by cheating stops at the next step. Second, write everything down. Memory plays tricks; a notebook shows that you did four in March.</p>
<p>Expect plateaus of three to four weeks, above all on pull-ups. They do not mean that the method is exhausted, but that your tendons are catching up with your muscles. Keep the variation, slow down the descent, sleep. The next notch will come all at once, on a day when you had stopped thinking about it.</p>`,
  },
};
