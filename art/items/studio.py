"""The studio every item is photographed in: ground, light, camera and the way to fill the frame."""

import math

import bpy
from mathutils import Vector

from materials import plain, srgb

# Lit by this studio it comes out as `ground-deep` of tokens.css.
GROUND = '#e8e3da'

# Where the camera looks from: a standing person's view of a thing on a low table.
AZIMUTH_DEGREES = -24
ELEVATION_DEGREES = 24
LENS_MM = 85
SENSOR_MM = 36


def empty_scene():
    """Removes everything and sets the renderer so that two runs give the same picture."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.cycles.device = 'CPU'
    scene.cycles.use_denoising = False
    scene.cycles.seed = 7
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.04
    scene.cycles.adaptive_min_samples = 16
    scene.cycles.max_bounces = 4
    scene.cycles.sample_clamp_indirect = 6
    scene.cycles.caustics_reflective = False
    scene.cycles.caustics_refractive = False
    scene.cycles.filter_width = 1.4
    scene.view_settings.view_transform = 'Standard'
    scene.view_settings.look = 'Medium High Contrast'
    scene.view_settings.exposure = -0.13
    scene.render.image_settings.file_format = 'PNG'
    _smooth_grain(scene)
    return scene


def _smooth_grain(scene):
    """Averages the grain of the samples away inside surfaces, never across an edge of them."""
    layer = scene.view_layers[0]
    layer.use_pass_normal = True
    layer.use_pass_diffuse_color = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    render = tree.nodes.new('CompositorNodeRLayers')
    # Colour weighs more than direction: the figure of wood and cloth must stay.
    surface = tree.nodes.new('CompositorNodeMixRGB')
    surface.blend_type = 'ADD'
    surface.inputs['Fac'].default_value = 1
    texture = tree.nodes.new('CompositorNodeMixRGB')
    texture.blend_type = 'MULTIPLY'
    texture.inputs['Fac'].default_value = 1
    texture.inputs[2].default_value = (4, 4, 4, 1)
    blur = tree.nodes.new('CompositorNodeBilateralblur')
    blur.iterations = 3
    blur.sigma_color = 0.1
    blur.sigma_space = 4
    output = tree.nodes.new('CompositorNodeComposite')
    tree.links.new(render.outputs['Normal'], surface.inputs[1])
    tree.links.new(render.outputs['DiffCol'], texture.inputs[1])
    tree.links.new(texture.outputs['Image'], surface.inputs[2])
    tree.links.new(render.outputs['Image'], blur.inputs['Image'])
    tree.links.new(surface.outputs['Image'], blur.inputs['Determinator'])
    tree.links.new(blur.outputs['Image'], output.inputs['Image'])


def framed(objects):
    """The objects that count for size and framing: all but those that run out of the picture."""
    return [item for item in objects if not item.name.startswith('beyond')]


def settle(objects, turn_degrees=0):
    """Turns the item about the vertical, scales it to a size of 1 and sets it on the ground."""
    stand = bpy.data.objects.new('stand', None)
    bpy.context.scene.collection.objects.link(stand)
    for item in objects:
        if item.parent is None:
            item.parent = stand
    stand.rotation_euler.z = math.radians(turn_degrees)
    low, high = _bounds(framed(objects))
    size = max(high - low)
    middle = (low + high) / 2
    stand.scale = (1 / size,) * 3
    stand.location = Vector((-middle.x, -middle.y, -min(0.0, low.z))) / size
    bpy.context.view_layer.update()
    return stand


def light():
    """A soft key from the left, a quiet rim from behind, and a warm room."""
    _sun('key', (-4.6, -2.6, 6.2), 22, 2.55, '#fff7ea')
    _sun('rim', (4.6, 5.2, 3.6), 30, 0.55, '#ffe9d0')
    world = bpy.data.worlds.new('room')
    bpy.context.scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes['Background']
    background.inputs['Color'].default_value = srgb('#fff9f2')
    background.inputs['Strength'].default_value = 0.32


def ground():
    """A sheet of paper that runs under the item and up behind it without an edge."""
    radius, depth, height, half = 6.0, 24.0, 30.0, 80.0
    # The point before the bend keeps the flat part flat: normals are smoothed from point to point.
    profile = [(-12.0, 0.0), (depth - 2.0, 0.0)]
    for step in range(33):
        angle = math.pi / 2 * step / 32
        profile.append((depth + radius * math.sin(angle), radius * (1 - math.cos(angle))))
    profile.append((depth + radius, height))
    vertices = [(x, y, z) for y, z in profile for x in (-half, half)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(profile) - 1)]
    mesh = bpy.data.meshes.new('ground')
    mesh.from_pydata(vertices, [], faces)
    mesh.polygons.foreach_set('use_smooth', [True] * len(faces))
    sheet = bpy.data.objects.new('ground', mesh)
    bpy.context.scene.collection.objects.link(sheet)
    sheet.data.materials.append(plain('ground', GROUND, roughness=0.5, specular=0.0))
    return sheet


def aim(objects, fill, lift, elevation_degrees):
    """Puts the camera where the item fills `fill` of the frame, its middle `lift` above the centre."""
    azimuth, elevation = math.radians(AZIMUTH_DEGREES), math.radians(elevation_degrees)
    camera = bpy.data.objects.new('camera', bpy.data.cameras.new('camera'))
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera
    camera.data.lens = LENS_MM
    camera.data.sensor_width = SENSOR_MM
    back = Vector(
        (
            math.sin(azimuth) * math.cos(elevation),
            -math.cos(azimuth) * math.cos(elevation),
            math.sin(elevation),
        )
    )
    turn = back.to_track_quat('Z', 'Y')
    camera.rotation_euler = turn.to_euler()
    points = [turn.inverted() @ point for point in _corners(framed(objects))]
    half_view = SENSOR_MM / LENS_MM / 2
    low, high = _middle_of(points)
    distance = 4.0
    for _ in range(30):
        # Perspective makes near parts larger, so distance and centre are found by trial.
        xs = [(p.x - low) / (distance - p.z) / half_view for p in points]
        ys = [(p.y - high) / (distance - p.z) / half_view for p in points]
        low += (max(xs) + min(xs)) / 2 * distance * half_view
        high += (max(ys) + min(ys)) / 2 * distance * half_view
        extent = max(max(xs) - min(xs), max(ys) - min(ys)) / 2
        distance *= 1 + (extent / fill - 1) * 0.8
    high -= lift * distance * half_view
    camera.location = turn @ Vector((low, high, distance))
    return camera


def closer(camera, focus, distance, f_stop=5.6):
    """Moves the camera along its own view to a detail and blurs what is far from it."""
    back = camera.rotation_euler.to_quaternion() @ Vector((0, 0, 1))
    camera.location = Vector(focus) + back * distance
    camera.data.dof.use_dof = True
    camera.data.dof.focus_distance = distance
    camera.data.dof.aperture_fstop = f_stop


def _sun(name, location, width_degrees, strength, colour):
    """Even over the whole ground; the wider it is, the softer its shadows."""
    lamp = bpy.data.lights.new(name, 'SUN')
    lamp.angle = math.radians(width_degrees)
    lamp.energy = strength
    lamp.color = srgb(colour)[:3]
    holder = bpy.data.objects.new(name, lamp)
    holder.location = location
    holder.rotation_euler = (Vector(location) - Vector((0, 0, 0.3))).to_track_quat('Z', 'Y').to_euler()
    bpy.context.scene.collection.objects.link(holder)


def _corners(objects):
    bpy.context.view_layer.update()
    depsgraph = bpy.context.evaluated_depsgraph_get()
    points = []
    for item in objects:
        solid = item.evaluated_get(depsgraph)
        mesh = solid.to_mesh()
        every = max(1, len(mesh.vertices) // 4000)
        points += [solid.matrix_world @ v.co for v in list(mesh.vertices)[::every]]
        solid.to_mesh_clear()
    return points


def _bounds(objects):
    points = _corners(objects)
    axes = list(zip(*points))
    return Vector(map(min, axes)), Vector(map(max, axes))


def _middle_of(points):
    xs, ys = [p.x for p in points], [p.y for p in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
