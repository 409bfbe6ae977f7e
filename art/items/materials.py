"""What the items are made of. Sizes are in metres of the real thing."""

import bpy

PINE = '#1a4d43'
VERMILION = '#c4421a'
OCHRE = '#e0982c'
INK = '#1b2321'
CHALK = '#f4ecdd'
# The colours that items are sold in.
CORAL = '#dd5a3c'
MIDNIGHT = '#1d2b50'
SAND = '#d3b382'


def srgb(hex_colour, alpha=1.0):
    """The renderer's linear colour of a #rrggbb."""
    channels = [int(hex_colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    ) + (alpha,)


def plain(name, colour, roughness=0.5, specular=0.5, metallic=0.0, sheen=0.0, clearcoat=0.0):
    """One even surface: paint, powder coat, paper, metal."""
    material, surface, _ = _new(name)
    surface.inputs['Base Color'].default_value = srgb(colour)
    surface.inputs['Roughness'].default_value = roughness
    surface.inputs['Specular'].default_value = specular
    surface.inputs['Metallic'].default_value = metallic
    surface.inputs['Sheen'].default_value = sheen
    surface.inputs['Clearcoat'].default_value = clearcoat
    surface.inputs['Clearcoat Roughness'].default_value = 0.2
    return material


def steel(name='steel', colour='#c9c6c0', roughness=0.28):
    """Brushed stainless steel."""
    material = plain(name, colour, roughness=roughness, metallic=1.0)
    _bump(material, _noise(material, scale=(40, 900, 900), detail=3), strength=0.04, distance=0.0004)
    return material


def powder_coat(name, colour):
    """Painted steel with the fine grain of baked powder."""
    material = plain(name, colour, roughness=0.42, specular=0.45)
    _bump(material, _noise(material, scale=1400, detail=1), strength=0.12, distance=0.0004)
    return material


def rubber(name, colour=INK, roughness=0.62):
    """Moulded rubber or latex: soft highlights."""
    material = plain(name, colour, roughness=roughness, specular=0.35, sheen=0.15)
    _bump(material, _noise(material, scale=700, detail=2), strength=0.06, distance=0.0005)
    return material


def leather(name, colour):
    """Fine grained leather: cells with soft creases."""
    material = plain(name, colour, roughness=0.48, specular=0.4, sheen=0.1)
    cells = _voronoi(material, scale=520)
    _bump(material, cells, strength=0.5, distance=0.0009)
    _tint(material, colour, _noise(material, scale=18, detail=4), amount=0.14)
    return material


def webbing(name, colour, across='Y', pitch=0.0026):
    """A woven strap: ribs across its length, softer than paint."""
    material = plain(name, colour, roughness=0.85, specular=0.2, sheen=0.15)
    ribs = _ribs(material, across, pitch)
    _bump(material, ribs, strength=0.7, distance=0.0008)
    _tint(material, colour, ribs, amount=0.1)
    return material


def wood(name, light='#dcb184', dark='#c0915f', scale=(60, 60, 2.2), roughness=0.42):
    """Beech along the Z of the object: long streaks and a thin varnish."""
    material = plain(name, light, roughness=roughness, specular=0.45, clearcoat=0.15)
    streaks = _noise(material, scale=scale, detail=8, distortion=0.25)
    _mix(material, light, dark, streaks, low=0.35, high=0.72)
    _bump(material, streaks, strength=0.05, distance=0.0006)
    return material


def plywood(name, axis='Z', layers_per_metre=640):
    """Birch layers glued one on the other, seen across `axis`."""
    material = plain(name, '#e6bf8c', roughness=0.4, specular=0.45, clearcoat=0.2)
    layers = _ribs(material, axis, 1 / layers_per_metre, distortion=0.6)
    _mix(material, '#e9c594', '#c4905a', layers, low=0.3, high=0.8)
    return material


LIGHT_CORK = ('#86592f', '#b58450', '#c3955f', '#d2a975')
SMOKED_CORK = ('#2f1d12', '#50341f', '#634329', '#775438')


def cork(name='cork', browns=LIGHT_CORK):
    """Pressed cork: grains of several browns, from the dark gaps to the lightest."""
    material, surface, tree = _new(name)
    surface.inputs['Roughness'].default_value = 0.88
    surface.inputs['Specular'].default_value = 0.2
    grains = tree.nodes.new('ShaderNodeTexVoronoi')
    grains.inputs['Scale'].default_value = 260
    grains.inputs['Randomness'].default_value = 1
    warp = _noise(material, scale=60, detail=3)
    add = tree.nodes.new('ShaderNodeMixRGB')
    add.blend_type = 'ADD'
    add.inputs['Fac'].default_value = 0.02
    tree.links.new(_coordinates(tree), add.inputs['Color1'])
    tree.links.new(warp, add.inputs['Color2'])
    tree.links.new(add.outputs['Color'], grains.inputs['Vector'])
    pick = tree.nodes.new('ShaderNodeSeparateColor')
    tree.links.new(grains.outputs['Color'], pick.inputs['Color'])
    ramp = tree.nodes.new('ShaderNodeValToRGB')
    ramp.color_ramp.interpolation = 'LINEAR'
    for position, colour in zip((0.0, 0.14, 0.5, 1.0), browns):
        stop = ramp.color_ramp.elements.new(position) if position not in (0.0, 1.0) else (
            ramp.color_ramp.elements[0 if position == 0.0 else -1]
        )
        stop.color = srgb(colour)
    tree.links.new(pick.outputs['Red'], ramp.inputs['Fac'])
    tree.links.new(ramp.outputs['Color'], surface.inputs['Base Color'])
    _bump(material, grains.outputs['Distance'], strength=0.35, distance=-0.0012)
    return material


def _new(name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    return material, tree.nodes['Principled BSDF'], tree


def _coordinates(tree):
    found = next((n for n in tree.nodes if n.type == 'TEX_COORD'), None)
    return (found or tree.nodes.new('ShaderNodeTexCoord')).outputs['Object']


def _scaled(tree, scale):
    factors = (scale,) * 3 if isinstance(scale, (int, float)) else scale
    mapping = tree.nodes.new('ShaderNodeMapping')
    mapping.inputs['Scale'].default_value = factors
    tree.links.new(_coordinates(tree), mapping.inputs['Vector'])
    return mapping.outputs['Vector']


def _noise(material, scale, detail=2.0, distortion=0.0):
    tree = material.node_tree
    noise = tree.nodes.new('ShaderNodeTexNoise')
    noise.inputs['Scale'].default_value = 1
    noise.inputs['Detail'].default_value = detail
    noise.inputs['Distortion'].default_value = distortion
    tree.links.new(_scaled(tree, scale), noise.inputs['Vector'])
    return noise.outputs['Fac']


def _voronoi(material, scale):
    tree = material.node_tree
    cells = tree.nodes.new('ShaderNodeTexVoronoi')
    cells.feature = 'SMOOTH_F1'
    cells.inputs['Scale'].default_value = 1
    tree.links.new(_scaled(tree, scale), cells.inputs['Vector'])
    return cells.outputs['Distance']


def _ribs(material, axis, pitch, distortion=0.0):
    tree = material.node_tree
    wave = tree.nodes.new('ShaderNodeTexWave')
    wave.wave_type = 'BANDS'
    wave.bands_direction = axis
    # A wave of scale 1 repeats every 2π / 20 units.
    wave.inputs['Scale'].default_value = 2 * 3.14159265 / 20 / pitch
    wave.inputs['Distortion'].default_value = distortion
    wave.inputs['Detail'].default_value = 2
    tree.links.new(_coordinates(tree), wave.inputs['Vector'])
    return wave.outputs['Fac']


def _mix(material, first, second, factor, low, high):
    tree = material.node_tree
    ramp = tree.nodes.new('ShaderNodeValToRGB')
    ramp.color_ramp.elements[0].position = low
    ramp.color_ramp.elements[0].color = srgb(first)
    ramp.color_ramp.elements[1].position = high
    ramp.color_ramp.elements[1].color = srgb(second)
    tree.links.new(factor, ramp.inputs['Fac'])
    tree.links.new(ramp.outputs['Color'], tree.nodes['Principled BSDF'].inputs['Base Color'])


def _tint(material, colour, factor, amount):
    red, green, blue, _ = srgb(colour)
    darker = '#' + ''.join(
        f'{max(0, min(255, round(int(colour[i : i + 2], 16) * (1 - amount)))):02x}' for i in (1, 3, 5)
    )
    _mix(material, colour, darker, factor, low=0.35, high=0.75)


def _bump(material, height, strength, distance):
    tree = material.node_tree
    bump = tree.nodes.new('ShaderNodeBump')
    bump.inputs['Strength'].default_value = strength
    bump.inputs['Distance'].default_value = abs(distance)
    bump.invert = distance < 0
    tree.links.new(height, bump.inputs['Height'])
    tree.links.new(bump.outputs['Normal'], tree.nodes['Principled BSDF'].inputs['Normal'])
